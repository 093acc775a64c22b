package dev.sluice.algorithms.neardup;

/**
 * How ascending distinct keys are stored: differences in Golomb-Rice code, some 1.5 bits a key more
 * than the logarithm of the mean difference, in blocks that can be skipped.
 *
 * <pre>
 * block        2 bytes  length of the rest in bytes, big-endian
 *              6 bytes  first key, big-endian
 *              bits     difference - 1 of each of the up to 127 keys that follow; zeros to a byte's end
 * difference   q zeros, a one, the low k bits, where q are the bits above them
 *              or, where q is 40 or more, 40 zeros and the 48 bits of the difference - 1
 * </pre>
 *
 * <p>The number of low bits, k, follows from the number of keys, which is known to the reader. Keys
 * that are hashes are the case that it fits; others take up to 11 bytes each.
 */
final class SortedKeys {
  /** Bits of a key. */
  static final int KEY_BITS = 48;

  /** The largest key. */
  static final long MOST = (1L << KEY_BITS) - 1;

  /** Keys of each block but the last. */
  static final int BLOCK = 128;

  static final int KEY_BYTES = KEY_BITS / Byte.SIZE;
  static final int LENGTH_BYTES = 2;

  /** So many zeros announce a plain difference. */
  static final int ESCAPE = 40;

  /** The most bytes of a block after its length. */
  static final int MOST_BYTES = KEY_BYTES + ((BLOCK - 1) * (ESCAPE + KEY_BITS) + 7) / Byte.SIZE;

  /**
   * Where one more low bit takes as many bits as it saves, for differences that are distributed
   * exponentially: -ln((sqrt(5) - 1) / 2), doubled.
   */
  private static final double BALANCE = 0.9624;

  private SortedKeys() {}

  /** The number of low bits of differences between so many keys. */
  static int lowBits(long count) {
    double mean = (double) (1L << KEY_BITS) / Math.max(1, count);
    return Math.max(0, Math.min(KEY_BITS - 1, Math.getExponent(mean * BALANCE)));
  }
}
