package dev.sluice.algorithms.shuffle;

/**
 * Divides a range of keys repeatedly into equal parts. The position of a key in its range is a
 * fraction of 2^64: in the complete range, it is the upper half of the key. Choosing a part
 * consumes upper bits; the rest is the position in that part. Both preserve the order of keys.
 */
public final class KeyRange {
  private KeyRange() {}

  /**
   * The part that contains a key.
   *
   * @param fraction position of the key in the range, of 2^64
   * @param parts number of parts, 1 or more
   * @return from 0 to {@code parts - 1}
   */
  public static int part(long fraction, int parts) {
    return (int) ShuffleKeys.multiplyHigh(fraction, parts);
  }

  /** The position of the key in that part, of 2^64. */
  public static long within(long fraction, int parts) {
    return fraction * parts;
  }
}
