package dev.sluice.algorithms.bpe;

import dev.sluice.core.Bytes;
import dev.sluice.core.IntList;
import java.util.Arrays;

/**
 * Caches the tokens of words of 8 to 128 bytes in an open-addressing table. The key of a word is a
 * hash, and the bytes are compared as well. A full cache is cleared.
 *
 * <p>Memory: at most about 3 MB. Not thread-safe.
 */
final class LongWordCache {
  private static final int MAX_LENGTH = 128;
  private static final int BITS = 16;
  private static final int MAX_WORDS = 5 << (BITS - 3);
  private static final int MAX_IDS = 1 << 18;
  private static final int MAX_BYTES = 1 << 20;

  /** A bit of every key, so that no key is 0. */
  private static final long USED = 1L << 63;

  private final long[] keys = new long[1 << BITS];

  /** The position of each word's header and ids. */
  private final int[] records = new int[1 << BITS];

  /** For each word, the number of tokens, the position and length of its bytes, and the tokens. */
  private int[] ids = new int[1 << 14];

  private byte[] bytes = new byte[1 << 14];
  private int filledIds;
  private int filledBytes;
  private int words;

  private long key;
  private int slot;

  /** Appends the word's tokens if the word is cached; otherwise, returns false. */
  boolean find(byte[] text, int offset, int length, IntList out) {
    key = Bytes.hash(text, offset, length) | USED;
    int mask = keys.length - 1;
    slot = home();
    while (keys[slot] != 0) {
      int record = records[slot];
      if (keys[slot] == key && isSame(record, text, offset, length)) {
        out.add(ids, record + 3, ids[record]);
        return true;
      }
      slot = (slot + 1) & mask;
    }
    return false;
  }

  private int home() {
    return (int) (key << 1 >>> Long.SIZE - BITS);
  }

  private boolean isSame(int record, byte[] text, int offset, int length) {
    int from = ids[record + 1];
    return ids[record + 2] == length
        && Arrays.equals(bytes, from, from + length, text, offset, offset + length);
  }

  /** Caches the tokens of the word that was looked up last and not found. */
  void put(byte[] text, int offset, int length, int[] tokens, int size) {
    if (length > MAX_LENGTH) {
      return;
    }
    boolean full =
        words >= MAX_WORDS || filledIds + size + 3 > MAX_IDS || filledBytes + length > MAX_BYTES;
    if (full) {
      Arrays.fill(keys, 0);
      words = 0;
      filledIds = 0;
      filledBytes = 0;
      slot = home();
    }
    keys[slot] = key;
    records[slot] = filledIds;
    words++;
    write(text, offset, length, tokens, size);
  }

  private void write(byte[] text, int offset, int length, int[] tokens, int size) {
    if (filledIds + size + 3 > ids.length) {
      ids = Arrays.copyOf(ids, Math.min(MAX_IDS, 2 * ids.length));
    }
    ids[filledIds] = size;
    ids[filledIds + 1] = filledBytes;
    ids[filledIds + 2] = length;
    System.arraycopy(tokens, 0, ids, filledIds + 3, size);
    filledIds += size + 3;
    if (filledBytes + length > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(MAX_BYTES, 2 * bytes.length));
    }
    System.arraycopy(text, offset, bytes, filledBytes, length);
    filledBytes += length;
  }
}
