package dev.sluice.algorithms.shuffle;

/**
 * Divides a range of keys into equal parts, again and again. Where in its range a key lies is a
 * fraction of 64 bits: that of the whole range is the key's upper half. A part takes the upper bits
 * off, and what is left is the fraction within the part. Both keep the order of the keys.
 */
public final class KeyRange {
  private KeyRange() {}

  /**
   * The part that a key lies in.
   *
   * @param fraction where the key lies in the range, of 2^64
   * @param parts 1 or more
   * @return from 0 to {@code parts - 1}
   */
  public static int part(long fraction, int parts) {
    return (int) RowKeys.multiplyHigh(fraction, parts);
  }

  /** Where the key lies in that part, of 2^64. */
  public static long within(long fraction, int parts) {
    return fraction * parts;
  }
}
