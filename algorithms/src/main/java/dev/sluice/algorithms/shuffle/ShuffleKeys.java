package dev.sluice.algorithms.shuffle;

/**
 * Generates the random sort keys of rows. Each row number has a key of 128 bits, and the shuffled
 * order is the order of the keys as unsigned numbers. A key depends only on seed and row number, so
 * it can be computed anywhere and in any order.
 *
 * <p>Keys are the outputs of Philox2x64-10 (Salmon, Moraes, Dror, Shaw: Parallel Random Numbers: As
 * Easy as 1, 2, 3; SC 2011), a counter-based generator that passes the known test batteries. Its
 * key is the seed, its counter the row number and the stream number. For a given seed, the
 * generator is a bijection of counters, so no two rows have the same key, and there are no ties. If
 * the generator were a random bijection, all orders of the rows would be equally likely.
 *
 * <p>Immutable and thread-safe.
 */
public final class ShuffleKeys {
  private static final int ROUNDS = 10;
  private static final long MULTIPLIER = 0xD2B74407B1CE6E93L;
  private static final long WEYL = 0x9E3779B97F4A7C15L;

  private final long seed;
  private final long stream;

  private ShuffleKeys(long seed, long stream) {
    this.seed = seed;
    this.stream = stream;
  }

  /** Returns the keys for a seed, which can be any long. */
  public static ShuffleKeys of(long seed) {
    return new ShuffleKeys(seed, 0);
  }

  /**
   * Returns random numbers for a different purpose. They have the seed of these keys but are
   * independent of them.
   *
   * @param stream the number of the stream, from 1
   */
  ShuffleKeys stream(long stream) {
    return new ShuffleKeys(seed, stream);
  }

  /** Returns the upper half of a row's key, unsigned. */
  public long high(long row) {
    return high(row, ROUNDS);
  }

  /**
   * Returns the lower half of a row's key, unsigned. This is the upper half before the last round.
   */
  public long low(long row) {
    return high(row, ROUNDS - 1) * MULTIPLIER;
  }

  private long high(long row, int rounds) {
    long high = row;
    long low = stream;
    long key = seed;
    for (int round = 0; round < rounds; round++) {
      long product = high * MULTIPLIER;
      high = multiplyHigh(high, MULTIPLIER) ^ key ^ low;
      low = product;
      key += WEYL;
    }
    return high;
  }

  /** Compares the keys of two rows. The result is zero only if both are the same row. */
  public int compare(long row, long other) {
    int byHigh = Long.compareUnsigned(high(row), high(other));
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low(row), low(other));
  }

  /** Returns the upper half of an unsigned product. */
  static long multiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }

  /**
   * Divides a range of keys repeatedly into equal parts. The position of a key in its range is a
   * fraction of 2^64: in the complete range, it is the upper half of the key. Choosing a part
   * consumes upper bits; the remaining bits are the position in that part. Both the part and the
   * position preserve the order of keys.
   */
  public static final class KeyRange {
    private KeyRange() {}

    /**
     * Returns the part that contains a key.
     *
     * @param fraction the position of the key in the range, as a fraction of 2^64
     * @param parts number of parts, 1 or more
     * @return from 0 to {@code parts - 1}
     */
    public static int part(long fraction, int parts) {
      return (int) ShuffleKeys.multiplyHigh(fraction, parts);
    }

    /** Returns the position of the key in that part, as a fraction of 2^64. */
    public static long within(long fraction, int parts) {
      return fraction * parts;
    }
  }
}
