package dev.sluice.operators.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import java.util.Arrays;

/**
 * The sequences of a text, each numbered by its occurrence. The second occurrence of a sequence is
 * a different element from the first, so repetition counts. From the 4,096th occurrence on, all are
 * the same element.
 *
 * <p>Memory: up to 512 KB for a table of counts; longer texts are sorted. Not thread-safe.
 */
final class SequenceSet {
  static final long ODD = 0xB5C1_93F0_6E2D_4A97L;

  /** A slot holds the highest bits of a hash and, in the others, how often it came. */
  private static final int COUNT = (1 << 12) - 1;

  private static final long HASH = ~COUNT;
  private static final int MAX_SLOTS = 1 << 16;

  private long[] slots = new long[1 << 11];

  /**
   * Returns the fingerprint of a text.
   *
   * @param units the hash of all units in their order
   * @param hashes of all sequences; may be sorted
   * @param size number of sequences
   */
  Fingerprint fingerprint(long units, long[] hashes, int size) {
    long[] parities = new long[Fingerprint.bits(size) / Long.SIZE];
    int distinct =
        2 * size <= MAX_SLOTS
            ? countInTable(hashes, size, parities)
            : countSorted(hashes, size, parities);
    return Fingerprint.of(units, size, 2 * distinct < size, parities);
  }

  private int countInTable(long[] hashes, int size, long[] parities) {
    int length = Integer.highestOneBit(2 * size - 1) << 1;
    if (slots.length < length) {
      slots = new long[length];
    } else {
      Arrays.fill(slots, 0, length, 0);
    }
    long[] slots = this.slots;
    int distinct = 0;
    for (int i = 0; i < size; i++) {
      long hash = hashes[i] & HASH;
      int slot = (int) (hash >>> 32) & length - 1;
      while (slots[slot] != 0 && (slots[slot] & HASH) != hash) {
        slot = slot + 1 & length - 1;
      }
      int count = (int) (slots[slot] & COUNT);
      distinct += count == 0 ? 1 : 0;
      slots[slot] = hash | Math.min(count + 1, COUNT);
      flip(hash, count, parities);
    }
    return distinct;
  }

  private static int countSorted(long[] hashes, int size, long[] parities) {
    Arrays.sort(hashes, 0, size);
    int distinct = 0;
    int count = 0;
    for (int i = 0; i < size; i++) {
      boolean again = i > 0 && (hashes[i] & HASH) == (hashes[i - 1] & HASH);
      count = again ? Math.min(count + 1, COUNT) : 0;
      distinct += again ? 0 : 1;
      flip(hashes[i] & HASH, count, parities);
    }
    return distinct;
  }

  private static void flip(long hash, int occurrence, long[] parities) {
    long element = hash + occurrence * ODD;
    long mixed = (element ^ element >>> 32) * ODD >>> Long.SIZE - Fingerprint.MAX_BITS_LOG;
    parities[(int) (mixed >> 6) & parities.length - 1] ^= 1L << mixed;
  }
}
