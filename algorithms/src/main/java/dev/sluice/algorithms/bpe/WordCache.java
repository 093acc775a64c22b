package dev.sluice.algorithms.bpe;

import dev.sluice.core.Bytes;
import dev.sluice.core.IntList;

/**
 * Caches the tokens of words. A word of up to 15 bytes that has up to four tokens, as nearly all
 * words do, is kept with its tokens in one slot of 32 bytes, so that finding it reads one place in
 * memory. The hash of a word selects a set of two slots. A word that is found in the second slot
 * changes places with the word in the first, and a new word replaces the one in the second: words
 * that occur often stay, and words that occur once replace each other. {@link LongWordCache} keeps
 * other words of 8 to 128 bytes; the few remaining words are not cached.
 *
 * <p>Memory: 4 MB for short words, and up to 3 MB for others. Not thread-safe.
 */
final class WordCache {
  private static final int MAX_LENGTH = 15;
  private static final int MAX_TOKENS = 4;

  /** The logarithm of the number of sets. */
  private static final int BITS = 16;

  /** The number of longs in a slot: two for the word and its length, two for its tokens. */
  private static final int SLOT = 4;

  private static final int SET_SHIFT = 3;
  private static final int NUMBER_SHIFT = 56;

  /**
   * For each length of a word, the masks of its bytes in the first long and, in SECOND_BYTES, in
   * the second.
   */
  private static final long[] FIRST_BYTES = new long[MAX_LENGTH + 1];

  private static final long[] SECOND_BYTES = new long[MAX_LENGTH + 1];

  static {
    for (int length = 0; length <= MAX_LENGTH; length++) {
      FIRST_BYTES[length] = length < Long.BYTES ? (1L << 8 * length) - 1 : -1;
      SECOND_BYTES[length] = length > Long.BYTES ? (1L << 8 * (length - Long.BYTES)) - 1 : 0;
    }
  }

  private final long[] slots = new long[1 << BITS + SET_SHIFT];
  private final LongWordCache longWords = new LongWordCache();

  /** The word that was looked up last, and its set. */
  private long first;

  private long second;
  private int set;

  /** Appends the word's tokens if the word is cached; otherwise, returns false. */
  boolean find(byte[] text, int offset, int length, IntList out) {
    if (length > MAX_LENGTH) {
      return longWords.find(text, offset, length, out);
    }
    read(text, offset, length);
    if (holds(set)) {
      append(set, out);
      return true;
    }
    if (holds(set + SLOT)) {
      exchange();
      append(set, out);
      return true;
    }
    return length >= Long.BYTES && longWords.find(text, offset, length, out);
  }

  private void read(byte[] text, int offset, int length) {
    if (offset + 2 * Long.BYTES <= text.length) {
      first = Bytes.readLong(text, offset) & FIRST_BYTES[length];
      second = Bytes.readLong(text, offset + Long.BYTES) & SECOND_BYTES[length];
    } else {
      first = Bytes.upToEight(text, offset, length);
      second =
          length > Long.BYTES ? Bytes.upToEight(text, offset + Long.BYTES, length - Long.BYTES) : 0;
    }
    second |= (long) length << NUMBER_SHIFT;
    long hash = Bytes.spread(first ^ Long.rotateLeft(second, Integer.SIZE));
    set = (int) (hash >>> Long.SIZE - BITS) << SET_SHIFT;
  }

  private boolean holds(int slot) {
    return slots[slot] == first && slots[slot + 1] == second;
  }

  private void exchange() {
    for (int i = set; i < set + SLOT; i++) {
      long other = slots[i];
      slots[i] = slots[i + SLOT];
      slots[i + SLOT] = other;
    }
  }

  private void append(int slot, IntList out) {
    long tokens = slots[slot + 2];
    out.add((int) tokens - 1);
    if (tokens >>> 32 != 0) {
      appendTwo(tokens >>> 32, out);
      appendTwo(slots[slot + 3], out);
    }
  }

  private static void appendTwo(long tokens, IntList out) {
    if (tokens != 0) {
      out.add((int) tokens - 1);
      if (tokens >>> 32 != 0) {
        out.add((int) (tokens >>> 32) - 1);
      }
    }
  }

  /** Caches the tokens of the word that was looked up last and not found. */
  void put(byte[] text, int offset, int length, int[] tokens, int size) {
    if (length > MAX_LENGTH || (size > MAX_TOKENS && length >= Long.BYTES)) {
      longWords.put(text, offset, length, tokens, size);
    } else if (size <= MAX_TOKENS) {
      int slot = slots[set + 1] == 0 ? set : set + SLOT;
      slots[slot] = first;
      slots[slot + 1] = second;
      slots[slot + 2] = two(tokens, 0, size);
      slots[slot + 3] = two(tokens, 2, size);
    }
  }

  /** Packs two tokens, each plus one; 0 stands for no token. */
  private static long two(int[] tokens, int from, int size) {
    long low = from < size ? tokens[from] + 1L : 0;
    long high = from + 1 < size ? tokens[from + 1] + 1L : 0;
    return high << 32 | low;
  }
}
