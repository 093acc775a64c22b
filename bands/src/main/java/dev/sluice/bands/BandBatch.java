package dev.sluice.bands;

import dev.sluice.algorithms.neardup.KeySort;
import dev.sluice.algorithms.neardup.SortedKeysReader;
import dev.sluice.storage.bands.BandReader;
import dev.sluice.storage.bands.BandWriter;
import dev.sluice.storage.bands.RemovedSection;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SortedSet;

/**
 * Documents of one unit and band that are decided together. A document is removed if an earlier
 * file holds its key, or another document of the batch that comes before it has the same one.
 *
 * <pre>
 * sorted by key     a a b c c c d          new keys   b d      (a and c are in earlier files)
 *                   3 7 1 2 5 9 4          removed    2 3 5 7 9
 * </pre>
 *
 * <p>Works in the memory of {@link PendingKeys}, and takes a bit a document, and 8 bytes for each
 * that is removed. Not thread-safe.
 */
final class BandBatch {
  private final List<String> files;
  private final long[] keys;
  private final long[] places;
  private final int covered;
  private final SortedSet<String> dumps;
  private final BitSet seen = new BitSet();
  private int documents;
  private int newKeys;
  private long[] removed = {};
  private int removedCount;

  /**
   * @param files in the order of their paths, by the numbers in places
   * @param keys of the documents, at the beginning of the array
   * @param places of the documents, likewise
   * @param covered number of documents, some of which may be there twice
   * @param dumps names of their dumps
   */
  BandBatch(List<String> files, long[] keys, long[] places, int covered, SortedSet<String> dumps) {
    this.files = files;
    this.keys = keys;
    this.places = places;
    this.covered = covered;
    this.dumps = dumps;
  }

  /** The number of documents that were given, with those that were given twice. */
  int covered() {
    return covered;
  }

  /** The number of different documents. Known once sorted. */
  int documents() {
    return documents;
  }

  /** Names of the dumps. */
  SortedSet<String> dumps() {
    return dumps;
  }

  /** Sorts by key and place, and drops repetitions. */
  void sort() {
    KeySort.sort(keys, places, covered);
    for (int from = 0; from < covered; ) {
      int to = end(from, covered);
      if (to - from > 1) {
        Arrays.sort(places, from, to);
      }
      for (int i = from; i < to; i++) {
        if (i == from || places[i] != places[i - 1]) {
          keys[documents] = keys[i];
          places[documents++] = places[i];
        }
      }
      from = to;
    }
  }

  /** The end of the documents with the same key. */
  private int end(int from, int limit) {
    int to = from + 1;
    while (to < limit && keys[to] == keys[from]) {
      to++;
    }
    return to;
  }

  /** Notes which keys an earlier file holds, reading it to its end. */
  void compare(BandReader file) throws IOException {
    long other = file.firstKey();
    for (int from = 0; from < documents && other != SortedKeysReader.END; ) {
      other = file.seekKey(keys[from]);
      if (other == keys[from]) {
        seen.set(from);
      }
      from = end(from, documents);
    }
    file.skipKeys();
  }

  /** Decides, after all files were compared. */
  void decide() {
    for (int from = 0; from < documents; ) {
      int to = end(from, documents);
      if (!seen.get(from)) {
        keys[newKeys++] = keys[from];
        from++;
      }
      while (from < to) {
        remove(places[from++]);
      }
    }
    Arrays.sort(removed, 0, removedCount);
  }

  private void remove(long place) {
    if (removedCount == removed.length) {
      removed = Arrays.copyOf(removed, Math.max(16, 2 * removedCount));
    }
    removed[removedCount++] = place;
  }

  /** The number of keys that no earlier file holds. Known once decided. */
  int newKeys() {
    return newKeys;
  }

  /** The removed documents. Known once decided. */
  RemovedSection removed() {
    RemovedSection section = new RemovedSection();
    for (int i = 0; i < removedCount; i++) {
      section.add(files.get(PendingKeys.fileOf(removed[i])), PendingKeys.rowOf(removed[i]));
    }
    return section;
  }

  /** Writes the new keys. */
  void write(BandWriter writer) throws IOException {
    for (int i = 0; i < newKeys; i++) {
      writer.add(keys[i]);
    }
  }
}
