package dev.sluice.algorithms.fasttext;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The rows of the buckets that are left in a pruned model. Takes memory by their number, not by
 * that of all buckets. Immutable and thread-safe.
 */
final class KeptBuckets {
  /** So that the table is an array. */
  static final int MOST = 1 << 28;

  private static final long EMPTY = -1;

  /** Each is a bucket, in the upper half, and its row. */
  private final long[] table;

  private final int size;

  private KeptBuckets(int size) {
    this.size = size;
    this.table = new long[Integer.highestOneBit(Math.max(2, size)) * 4];
    Arrays.fill(table, EMPTY);
  }

  /**
   * Reads pairs of a bucket and its row.
   *
   * @param size number of pairs, and of rows
   * @param buckets before some were pruned
   */
  static KeptBuckets read(FastTextInput in, int size, int buckets) throws IOException {
    in.requireLeft(2L * Integer.BYTES * size);
    KeptBuckets kept = new KeptBuckets(size);
    BitSet rows = new BitSet(size);
    for (int i = 0; i < size; i++) {
      int bucket = in.whole("pruned bucket", 0, buckets - 1);
      int row = in.whole("row of a pruned bucket", 0, size - 1);
      int slot = kept.slot(bucket);
      if (kept.table[slot] != EMPTY || rows.get(row)) {
        throw in.problem(
            "is damaged: bucket %,d or its row %,d is listed twice".formatted(bucket, row));
      }
      kept.table[slot] = (long) bucket << Integer.SIZE | row;
      rows.set(row);
    }
    return kept;
  }

  private int slot(int bucket) {
    int hash = bucket * 0x9E3779B9;
    int at = (hash ^ hash >>> 15) & table.length - 1;
    while (table[at] != EMPTY && table[at] >> Integer.SIZE != bucket) {
      at = at + 1 & table.length - 1;
    }
    return at;
  }

  /** The row of a bucket; {@link FastTextDictionary#NONE} if it was pruned. */
  int row(int bucket) {
    long found = table[slot(bucket)];
    return found == EMPTY ? FastTextDictionary.NONE : (int) found;
  }

  /** The number of buckets that were kept, and of rows. */
  int size() {
    return size;
  }
}
