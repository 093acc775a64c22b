package dev.sluice.algorithms.words;

import dev.sluice.core.Bytes;
import java.util.Arrays;

/**
 * Counts words of up to seven bytes. Most words of most texts are that short. A word is one number,
 * with the length above its bytes, so a word and its count fit in one slot of an open-addressing
 * table with linear probing, which is at most half full.
 *
 * <p>Memory: 16 bytes for each slot. Not thread-safe.
 */
final class ShortWords {
  static final int MAX_LENGTH = 7;

  private static final int LENGTH_SHIFT = 56;
  private static final long BYTES_MASK = (1L << LENGTH_SHIFT) - 1;
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final int FIRST_BITS = 12;

  /** Words and counts, alternating; a word is never 0. */
  private long[] slots;

  private int shift;
  private int used;

  ShortWords() {
    allocate(FIRST_BITS);
  }

  /** Adds to a word's count. Returns false, and changes nothing, if the table is full. */
  boolean add(byte[] text, int offset, int length, long count) {
    return add(Bytes.upToEight(text, offset, length) | (long) length << LENGTH_SHIFT, count);
  }

  private boolean add(long word, long count) {
    int slot = find(word);
    if (slots[slot] == 0) {
      if (used >= slots.length >> 2) {
        return false;
      }
      slots[slot] = word;
      used++;
    }
    slots[slot + 1] += count;
    return true;
  }

  private int find(long word) {
    long[] table = slots;
    int mask = table.length - 1;
    int slot = (int) (word * GOLDEN >>> shift) << 1;
    while (table[slot] != word && table[slot] != 0) {
      slot = (slot + 2) & mask;
    }
    return slot;
  }

  /** Returns the memory in bytes, including the memory for sorting. */
  long memory() {
    return slots.length * 10L;
  }

  /** Returns whether the table can be doubled. */
  boolean mayGrow() {
    return slots.length < 1 << 30;
  }

  /** Doubles the table. */
  void grow() {
    long[] old = slots;
    allocate(Long.SIZE - shift + 1);
    for (int slot = 0; slot < old.length; slot += 2) {
      if (old[slot] != 0) {
        add(old[slot], old[slot + 1]);
      }
    }
  }

  /** Removes all words but keeps the memory. */
  void clear() {
    Arrays.fill(slots, 0);
    used = 0;
  }

  private void allocate(int bits) {
    slots = new long[2 << bits];
    shift = Long.SIZE - bits;
    used = 0;
  }

  /** Returns the words in order. The table must not change while they are read. */
  WordSource sorted() {
    long[] ordered = new long[used];
    int filled = 0;
    for (int slot = 0; slot < slots.length; slot += 2) {
      if (slots[slot] != 0) {
        ordered[filled++] = toOrdered(slots[slot]);
      }
    }
    Arrays.sort(ordered);
    return new Sorted(ordered);
  }

  /**
   * Packs a word: its bytes from the highest, then the length, so that numbers have the order of
   * the words.
   */
  private static long toOrdered(long word) {
    return (Long.reverseBytes(word & BYTES_MASK) | word >>> LENGTH_SHIFT) ^ Long.MIN_VALUE;
  }

  private static long fromOrdered(long ordered) {
    long unsigned = ordered ^ Long.MIN_VALUE;
    return Long.reverseBytes(unsigned & ~0xFFL) | unsigned << LENGTH_SHIFT;
  }

  private final class Sorted implements WordSource {
    private final long[] ordered;
    private final byte[] bytes = new byte[Long.BYTES];
    private int at = -1;
    private long word;

    Sorted(long[] ordered) {
      this.ordered = ordered;
    }

    @Override
    public boolean next() {
      if (++at >= ordered.length) {
        return false;
      }
      word = fromOrdered(ordered[at]);
      Bytes.writeLong(bytes, 0, word);
      return true;
    }

    @Override
    public byte[] bytes() {
      return bytes;
    }

    @Override
    public int offset() {
      return 0;
    }

    @Override
    public int length() {
      return (int) (word >>> LENGTH_SHIFT);
    }

    @Override
    public long count() {
      return slots[find(word) + 1];
    }
  }
}
