package dev.sluice.operators.neardup;

import dev.sluice.algorithms.neardup.Fingerprint;
import java.util.Arrays;

/**
 * The sequences of a text, each numbered by its occurrence: the second occurrence of a sequence is
 * another element than the first, so repetition counts.
 *
 * <p>Memory: 8 bytes for each sequence of the longest text so far, and up to 512 KB for a table of
 * counts. From the 4,096th occurrence on, all are the same element. Not thread-safe.
 */
final class SequenceSet {
  /** A slot holds the highest bits of a hash and, in the others, how often it came. */
  private static final int COUNT = (1 << 12) - 1;

  private static final long HASH = ~COUNT;

  /** Longer texts are sorted. */
  private static final int MAX_SLOTS = 1 << 16;

  static final long ODD = 0xB5C1_93F0_6E2D_4A97L;

  private long[] hashes = new long[1 << 10];
  private int size;
  private long[] slots = new long[1 << 11];
  private long[] parities = {};

  void clear() {
    size = 0;
  }

  void add(long hash) {
    if (size == hashes.length) {
      hashes = Arrays.copyOf(hashes, Math.multiplyExact(2, size));
    }
    hashes[size++] = hash;
  }

  /**
   * The fingerprint of the text.
   *
   * @param units the hash of all units in their order
   */
  Fingerprint fingerprint(long units) {
    parities = new long[Fingerprint.bits(size) / Long.SIZE];
    int distinct = 2 * size <= MAX_SLOTS ? countInTable() : countSorted();
    return Fingerprint.of(units, size, 2 * distinct < size, parities);
  }

  private int countInTable() {
    int length = Integer.highestOneBit(Math.max(2 * size - 1, 1)) << 1;
    if (slots.length < length) {
      slots = new long[length];
    } else {
      Arrays.fill(slots, 0, length, 0);
    }
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
      flip(hash, count);
    }
    return distinct;
  }

  private int countSorted() {
    Arrays.sort(hashes, 0, size);
    int distinct = 0;
    int count = 0;
    for (int i = 0; i < size; i++) {
      boolean again = i > 0 && (hashes[i] & HASH) == (hashes[i - 1] & HASH);
      count = again ? Math.min(count + 1, COUNT) : 0;
      distinct += again ? 0 : 1;
      flip(hashes[i] & HASH, count);
    }
    return distinct;
  }

  private void flip(long hash, int occurrence) {
    long element = hash + occurrence * ODD;
    long mixed = (element ^ element >>> 32) * ODD >>> Long.SIZE - Fingerprint.MAX_BITS_LOG;
    parities[(int) (mixed >> 6) & parities.length - 1] ^= 1L << mixed;
  }
}
