package dev.sluice.bands;

import dev.sluice.algorithms.neardup.KeySort;
import dev.sluice.algorithms.neardup.SortedKeysReader;
import dev.sluice.storage.bands.BandReader;
import dev.sluice.storage.bands.BandWriter;
import dev.sluice.storage.bands.RemovedSection;
import dev.sluice.storage.bands.SketchReader;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
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
 * <p>With sketches, it is removed only if the first document with its key, in an earlier file or in
 * the batch, is similar. New keys are written with the sketches of their first documents.
 *
 * <p>Works in the memory of {@link PendingKeys}, and takes two bits a document, and 8 bytes for
 * each that is removed; with sketches also 8 bytes a document, which {@link PendingKeys} counts.
 * Not thread-safe.
 */
final class BandBatch {
  private final List<String> files;
  private final long[] keys;

  /** What is sorted with the keys: places, or with sketches positions in {@link PendingKeys}. */
  private final long[] order;

  private final int covered;
  private final SortedSet<String> dumps;
  private final Optional<BatchSketches> sketches;
  private final BitSet seen = new BitSet();
  private final BitSet gone = new BitSet();
  private int documents;
  private int newKeys;
  private long[] removed = {};

  /**
   * @param files in the order of their paths, by the numbers in places
   * @param keys of the documents, at the beginning of the array
   * @param places of the documents, likewise
   * @param covered number of documents, some of which may be there twice
   * @param dumps names of their dumps
   * @param sketches of the documents, with the same places; empty if they are not compared
   */
  BandBatch(
      List<String> files,
      long[] keys,
      long[] places,
      int covered,
      SortedSet<String> dumps,
      Optional<BatchSketches> sketches) {
    this.files = files;
    this.keys = keys;
    this.order = sketches.isPresent() ? BatchSketches.positions(covered) : places;
    this.covered = covered;
    this.dumps = dumps;
    this.sketches = sketches;
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

  private long place(int i) {
    return sketches.isPresent() ? sketches.get().place(order[i]) : order[i];
  }

  /** Sorts by key and place, and drops repetitions. */
  void sort() {
    KeySort.sort(keys, order, covered);
    for (int from = 0; from < covered; ) {
      long key = keys[from];
      int to = end(from, covered);
      if (to - from > 1) {
        sortByPlace(from, to);
      }
      long before = -1;
      for (int i = from; i < to; i++) {
        long place = place(i);
        if (place != before) {
          keys[documents] = key;
          order[documents++] = order[i];
        }
        before = place;
      }
      from = to;
    }
  }

  /** Sorts documents with the same key. With sketches, places take the keys' place for a moment. */
  private void sortByPlace(int from, int to) {
    if (sketches.isEmpty()) {
      Arrays.sort(order, from, to);
      return;
    }
    for (int i = from; i < to; i++) {
      keys[i] = place(i);
    }
    KeySort.sort(keys, order, from, to);
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
    if (sketches.isEmpty()) {
      compare(file, gone::set);
      return;
    }
    try (SketchReader reader = file.sketches()) {
      compare(file, (from, to) -> compare(sketches.get(), reader, file.index(), from, to));
    }
  }

  /** Takes documents with a key that a file holds. */
  private interface Found {
    void accept(int from, int to) throws IOException;
  }

  private void compare(BandReader file, Found found) throws IOException {
    long other = file.firstKey();
    for (int from = 0; from < documents && other != SortedKeysReader.END; ) {
      other = file.seekKey(keys[from]);
      int to = end(from, documents);
      if (other == keys[from] && !seen.get(from)) {
        seen.set(from);
        found.accept(from, to);
      }
      from = to;
    }
    file.skipKeys();
  }

  private void compare(BatchSketches own, SketchReader reader, long index, int from, int to)
      throws IOException {
    int at = reader.seek(index);
    for (int i = from; i < to; i++) {
      if (own.passes(order[i], reader, at)) {
        gone.set(i);
      }
    }
  }

  /** Decides, after all files were compared. */
  void decide() {
    for (int from = 0; from < documents; ) {
      int to = end(from, documents);
      for (int i = from + 1; i < to && !seen.get(from); i++) {
        if (sketches.isEmpty() || isSimilar(from, i)) {
          gone.set(i);
        }
      }
      from = to;
    }
    remove();
    keepNewKeys();
  }

  private boolean isSimilar(int i, int other) {
    return sketches.orElseThrow().passes(order[i], order[other]);
  }

  /** Lists the removed documents, in an array of their number. */
  private void remove() {
    removed = new long[gone.cardinality()];
    int count = 0;
    for (int i = gone.nextSetBit(0); i >= 0; i = gone.nextSetBit(i + 1)) {
      removed[count++] = place(i);
    }
    Arrays.sort(removed);
  }

  private void keepNewKeys() {
    for (int from = 0; from < documents; ) {
      int to = end(from, documents);
      if (!seen.get(from)) {
        keys[newKeys] = keys[from];
        order[newKeys++] = order[from];
      }
      from = to;
    }
  }

  /** The number of keys that no earlier file holds. Known once decided. */
  int newKeys() {
    return newKeys;
  }

  /** Bytes of a sketch; 0 without sketches. */
  int sketchBytes() {
    return sketches.map(own -> own.check().bytes()).orElse(0);
  }

  /** The number of documents that are removed. Known once decided. */
  int removedCount() {
    return removed.length;
  }

  /** Passes on the removed documents. Known once decided. */
  void removed(RemovedSection.Rows into) throws IOException {
    for (long place : removed) {
      into.accept(files.get(PendingKeys.fileOf(place)), PendingKeys.rowOf(place));
    }
  }

  /** Writes the new keys, after their sketches. */
  void write(BandWriter writer) throws IOException {
    if (sketches.isPresent()) {
      for (int i = 0; i < newKeys; i++) {
        sketches.get().write(order[i], writer);
      }
    }
    for (int i = 0; i < newKeys; i++) {
      writer.add(keys[i]);
    }
  }
}
