package dev.sluice.algorithms.neardup;

import java.util.Arrays;

/** The available kinds of signatures. */
public final class MinHashers {
  private static final long ALL = Long.MAX_VALUE; // no value of the arithmetic has more bits
  private static final long LOW_32 = 0xFFFF_FFFFL;
  private static final int DATATROVE_SEED = 1;
  private static final int COMMON_SEED = 42;

  private MinHashers() {}

  /**
   * The default: about two steps for each shingle whatever the number of rows, with an error of at
   * most that of independent orders. Row i depends on the number of rows, so only signatures with
   * the same number of rows can be compared.
   *
   * @param rows 1 or more
   */
  public static MinHasher fast(int rows) {
    return new FastMinHasher(checked(rows));
  }

  /**
   * The signatures of datatrove with its seed 1, for its 64-bit hashes: values with 61 bits.
   *
   * @param rows 1 or more; must be datatrove's number, because all constants are drawn together
   */
  public static MinHasher datatrove(int rows) {
    return together(rows, DATATROVE_SEED, ALL);
  }

  /**
   * The signatures of text-dedup with its seed 42, for 32-bit hashes: values with 32 bits.
   *
   * @param rows 1 or more; must be text-dedup's number, because all constants are drawn together
   */
  public static MinHasher textDedup(int rows) {
    return together(rows, COMMON_SEED, LOW_32);
  }

  /**
   * The signatures of Data-Juicer with its seed 42, for 32-bit hashes: values with 32 bits.
   *
   * @param rows 1 or more; the first rows of Data-Juicer's
   */
  public static MinHasher dataJuicer(int rows) {
    MersenneTwister random = new MersenneTwister(COMMON_SEED);
    long[] factors = new long[checked(rows)];
    long[] summands = new long[rows];
    for (int i = 0; i < rows; i++) {
      factors[i] = random.nextLong(1, MersenneMinHasher.PRIME);
      summands[i] = random.nextLong(0, MersenneMinHasher.PRIME);
    }
    return new MersenneMinHasher(factors, summands, LOW_32);
  }

  /** Draws all factors before all summands. */
  private static MinHasher together(int rows, int seed, long mask) {
    MersenneTwister random = new MersenneTwister(seed);
    long[] factors = new long[checked(rows)];
    long[] summands = new long[rows];
    Arrays.setAll(factors, i -> random.nextLong(1, MersenneMinHasher.PRIME));
    Arrays.setAll(summands, i -> random.nextLong(0, MersenneMinHasher.PRIME));
    return new MersenneMinHasher(factors, summands, mask);
  }

  private static int checked(int rows) {
    if (rows < 1) {
      throw new IllegalArgumentException("a signature has at least 1 row, not " + rows);
    }
    return rows;
  }
}
