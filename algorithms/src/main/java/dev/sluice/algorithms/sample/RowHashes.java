package dev.sluice.algorithms.sample;

import java.util.Arrays;
import java.util.Objects;

/**
 * Computes the sampling hashes of rows whose ids end with the row number in decimal notation. A
 * hash is the first 8 bytes, big-endian, of {@code MD5(prefix + row)} as an unsigned number, as in
 * {@link dev.sluice.core.HashSampler}.
 *
 * <p>MD5 (RFC 1321) is a chain of 64 dependent steps, so a single message leaves most of a core
 * idle. Here {@link #LANES} messages go through each step together, in loops that the compiler
 * vectorises, which is several times as fast as calling the platform's digest for each row.
 * Complete blocks of the prefix are hashed only once.
 *
 * <p>Memory: 13 KiB. Not thread-safe.
 */
public final class RowHashes {
  /** The maximum number of rows in a call. */
  public static final int LANES = 128;

  private static final int BLOCK_BYTES = 64;
  private static final int BLOCK_WORDS = 16;
  private static final int LENGTH_BYTES = 8;
  private static final int MAX_DIGITS = 19;

  /** The constants {@code floor(2^32 * abs(sin(i + 1)))}. */
  private static final int[] SINES = new int[64];

  private static final int[][] SHIFTS = {
    {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}
  };

  /**
   * The factors by which step i of a round selects its word: {@code (factor * i + offset) mod 16}
   * of the block.
   */
  private static final int[] WORD_FACTORS = {1, 5, 3, 7};

  private static final int[] WORD_OFFSETS = {0, 1, 5, 0};

  static {
    for (int i = 0; i < SINES.length; i++) {
      SINES[i] = (int) (long) (Math.abs(StrictMath.sin(i + 1)) * 0x1p32);
    }
  }

  private final int[] state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  private final byte[] tail = new byte[2 * BLOCK_BYTES];
  private final int digitsAt;
  private final long prefixBytes;
  private final int[][] words = new int[2 * BLOCK_WORDS][LANES];
  private final int[][] lanes = new int[4][LANES];
  private final int[][] before = new int[4][LANES];
  private int digits;
  private int blocks;

  /**
   * @param prefix the bytes before the row number in each message
   */
  public RowHashes(byte[] prefix) {
    int whole = prefix.length / BLOCK_BYTES * BLOCK_BYTES;
    for (int at = 0; at < whole; at += BLOCK_BYTES) {
      hashPrefixBlock(prefix, at);
    }
    this.digitsAt = prefix.length - whole;
    this.prefixBytes = prefix.length;
    System.arraycopy(prefix, whole, tail, 0, digitsAt);
  }

  private void hashPrefixBlock(byte[] prefix, int at) {
    System.arraycopy(prefix, at, tail, 0, BLOCK_BYTES);
    for (int word = 0; word < BLOCK_WORDS; word++) {
      Arrays.fill(words[word], littleEndian(word));
    }
    fillState();
    compress(0);
    for (int i = 0; i < state.length; i++) {
      state[i] = lanes[i][0];
    }
    Arrays.fill(tail, (byte) 0);
  }

  /**
   * Writes the hashes of {@code count} rows to {@code target}. The first row is {@code first}.
   *
   * @throws IllegalArgumentException if first is negative, or count is not in {@code [0, LANES]}
   */
  public void hash(long first, int count, long[] target) {
    if (first < 0 || count < 0 || count > LANES) {
      throw new IllegalArgumentException(
          "invalid range: %d rows starting at row %d".formatted(count, first));
    }
    Objects.checkFromIndexSize(0, count, target.length);
    int done = 0;
    while (done < count) {
      done += hashSameLength(first + done, count - done, target, done);
    }
  }

  /**
   * Hashes rows whose numbers have as many digits as the first; returns the number of these rows.
   */
  private int hashSameLength(long first, int most, long[] target, int at) {
    prepare(Long.toString(first).length());
    int count = (int) Math.min(most, limit(digits) - first);
    int firstWord = digitsAt / 4;
    int lastWord = (digitsAt + digits - 1) / 4;
    writeDigits(first);
    for (int lane = 0; lane < count; lane++) {
      for (int word = firstWord; word <= lastWord; word++) {
        words[word][lane] = littleEndian(word);
      }
      increment();
    }
    fillState();
    for (int block = 0; block < blocks; block++) {
      compress(block * BLOCK_WORDS);
    }
    for (int lane = 0; lane < count; lane++) {
      long high = Integer.reverseBytes(lanes[0][lane]) & 0xFFFFFFFFL;
      target[at + lane] = high << 32 | Integer.reverseBytes(lanes[1][lane]) & 0xFFFFFFFFL;
    }
    return count;
  }

  private void fillState() {
    for (int i = 0; i < state.length; i++) {
      Arrays.fill(lanes[i], state[i]);
    }
  }

  /** Returns the smallest number with more digits; if there is none, the largest long. */
  private static long limit(int digits) {
    long limit = 1;
    for (int i = 0; i < digits; i++) {
      limit *= 10;
    }
    return digits < MAX_DIGITS ? limit : Long.MAX_VALUE;
  }

  /** Writes the padding for numbers of this length: a bit, zeros, and the length in bits. */
  private void prepare(int newDigits) {
    if (newDigits == digits) {
      return;
    }
    digits = newDigits;
    int end = digitsAt + digits;
    blocks = end + 1 + LENGTH_BYTES <= BLOCK_BYTES ? 1 : 2;
    Arrays.fill(tail, digitsAt, tail.length, (byte) 0);
    tail[end] = (byte) 0x80;
    long bits = 8 * (prefixBytes + digits);
    for (int i = 0; i < LENGTH_BYTES; i++) {
      tail[blocks * BLOCK_BYTES - LENGTH_BYTES + i] = (byte) (bits >>> 8 * i);
    }
    for (int word = 0; word < blocks * BLOCK_WORDS; word++) {
      Arrays.fill(words[word], littleEndian(word));
    }
  }

  private void writeDigits(long row) {
    long rest = row;
    for (int i = digitsAt + digits - 1; i >= digitsAt; i--) {
      tail[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }

  /** Adds one to the decimal number; wraps around after the largest of its length. */
  private void increment() {
    int i = digitsAt + digits - 1;
    while (i >= digitsAt && tail[i] == '9') {
      tail[i--] = '0';
    }
    if (i >= digitsAt) {
      tail[i]++;
    }
  }

  private int littleEndian(int word) {
    int at = 4 * word;
    return tail[at] & 0xFF
        | (tail[at + 1] & 0xFF) << 8
        | (tail[at + 2] & 0xFF) << 16
        | (tail[at + 3] & 0xFF) << 24;
  }

  /** Processes one block in all lanes. */
  private void compress(int firstWord) {
    for (int i = 0; i < lanes.length; i++) {
      System.arraycopy(lanes[i], 0, before[i], 0, LANES);
    }
    for (int step = 0; step < SINES.length; step++) {
      int round = step / 16;
      int[] a = lanes[-step & 3];
      int[] b = lanes[1 - step & 3];
      int[] c = lanes[2 - step & 3];
      int[] d = lanes[3 - step & 3];
      int[] word = words[firstWord + (WORD_FACTORS[round] * step + WORD_OFFSETS[round]) % 16];
      int shift = SHIFTS[round][step & 3];
      switch (round) {
        case 0 -> choose(a, b, c, d, word, SINES[step], shift);
        case 1 -> pick(a, b, c, d, word, SINES[step], shift);
        case 2 -> parity(a, b, c, d, word, SINES[step], shift);
        default -> blend(a, b, c, d, word, SINES[step], shift);
      }
    }
    for (int i = 0; i < lanes.length; i++) {
      for (int lane = 0; lane < LANES; lane++) {
        lanes[i][lane] += before[i][lane];
      }
    }
  }

  private static void choose(int[] a, int[] b, int[] c, int[] d, int[] x, int sine, int shift) {
    for (int i = 0; i < LANES; i++) {
      int sum = a[i] + (d[i] ^ b[i] & (c[i] ^ d[i])) + x[i] + sine;
      a[i] = b[i] + (sum << shift | sum >>> 32 - shift);
    }
  }

  private static void pick(int[] a, int[] b, int[] c, int[] d, int[] x, int sine, int shift) {
    for (int i = 0; i < LANES; i++) {
      int sum = a[i] + (c[i] ^ d[i] & (b[i] ^ c[i])) + x[i] + sine;
      a[i] = b[i] + (sum << shift | sum >>> 32 - shift);
    }
  }

  private static void parity(int[] a, int[] b, int[] c, int[] d, int[] x, int sine, int shift) {
    for (int i = 0; i < LANES; i++) {
      int sum = a[i] + (b[i] ^ c[i] ^ d[i]) + x[i] + sine;
      a[i] = b[i] + (sum << shift | sum >>> 32 - shift);
    }
  }

  private static void blend(int[] a, int[] b, int[] c, int[] d, int[] x, int sine, int shift) {
    for (int i = 0; i < LANES; i++) {
      int sum = a[i] + (c[i] ^ (b[i] | ~d[i])) + x[i] + sine;
      a[i] = b[i] + (sum << shift | sum >>> 32 - shift);
    }
  }
}
