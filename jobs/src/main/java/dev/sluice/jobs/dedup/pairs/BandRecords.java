package dev.sluice.jobs.dedup.pairs;

import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.spill.BandRecord;
import dev.sluice.jobs.dedup.spill.ChunkReader;
import dev.sluice.jobs.dedup.stage.BandPart;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Loads the band records of one part after the other and iterates over groups of equal keys. Not
 * thread-safe. Memory: 12 bytes per record, allocated once.
 */
final class BandRecords {
  private final long[] words;
  private final int[] lows;
  private final BandSort sort;

  /**
   * @param capacity number of records in the largest part
   */
  BandRecords(int capacity) {
    this.words = new long[capacity];
    this.lows = new int[capacity];
    this.sort = new BandSort(words, lows);
  }

  int capacity() {
    return words.length;
  }

  /** Loads a part and generates the pairs of its groups. */
  void pair(Path directory, BandPart part, GroupPairs pairs) throws IOException {
    int size = 0;
    try (ChunkReader reader = new ChunkReader(directory, part.file())) {
      while (reader.next()) {
        size = add(reader, size);
      }
    }
    sort.sort(size, part.bits());
    for (int from = 0; from < size; ) {
      from = pairGroup(from, size, pairs);
    }
  }

  private int add(ChunkReader chunk, int size) {
    byte[] bytes = chunk.records();
    int end = size + chunk.count();
    int at = 0;
    for (int i = size; i < end; i++) {
      words[i] = Bytes.readLong(bytes, at);
      lows[i] = Bytes.readInt(bytes, at + Long.BYTES);
      at += BandRecord.BYTES;
    }
    return end;
  }

  private int pairGroup(int from, int size, GroupPairs pairs) throws IOException {
    long key = BandRecord.key(words[from]);
    int to = from + 1;
    if (to == size || BandRecord.key(words[to]) != key) {
      return to;
    }
    pairs.add(BandRecord.document(words[from], lows[from]));
    for (; to < size && BandRecord.key(words[to]) == key; to++) {
      pairs.add(BandRecord.document(words[to], lows[to]));
    }
    pairs.end();
    return to;
  }
}
