package dev.sluice.algorithms.shuffle;

/**
 * The random places of rows: for every row number a key of 128 bits, and the shuffled order is that
 * of the keys as unsigned numbers. A key depends on seed and row number alone, so it can be
 * computed anywhere, in any order, as often as it is needed.
 *
 * <p>The keys are the outputs of Philox2x64-10 (Salmon, Moraes, Dror, Shaw: Parallel random
 * numbers: as easy as 1, 2, 3; SC 2011), a counter-based generator that passes the known batteries
 * of tests: its key is the seed, its counter the row number and the number of the stream. For a
 * seed, the generator maps counters to outputs one to one, so that no two rows have the same key,
 * and no tie needs a rule. Were the function drawn at random from all such mappings, every order of
 * the rows would be equally likely.
 *
 * <p>Immutable, thread-safe.
 */
public final class RowKeys {
  private static final int ROUNDS = 10;
  private static final long MULTIPLIER = 0xD2B74407B1CE6E93L;
  private static final long WEYL = 0x9E3779B97F4A7C15L;

  private final long seed;
  private final long stream;

  private RowKeys(long seed, long stream) {
    this.seed = seed;
    this.stream = stream;
  }

  /** The keys of a seed; every long is one. */
  public static RowKeys of(long seed) {
    return new RowKeys(seed, 0);
  }

  /**
   * Numbers of the same seed for another purpose, independent of the keys.
   *
   * @param stream from 1
   */
  RowKeys stream(long stream) {
    return new RowKeys(seed, stream);
  }

  /** The upper half of a row's key, unsigned. */
  public long high(long row) {
    return high(row, ROUNDS);
  }

  /** The lower half of a row's key, unsigned: the last round makes it of the upper half before. */
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

  /** Compares the places of two rows; zero only for the same row. */
  public int compare(long row, long other) {
    int byHigh = Long.compareUnsigned(high(row), high(other));
    return byHigh != 0 ? byHigh : Long.compareUnsigned(low(row), low(other));
  }

  /** The upper half of the product of two unsigned numbers. */
  static long multiplyHigh(long a, long b) {
    return Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
  }
}
