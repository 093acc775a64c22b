package dev.sluice.algorithms.shuffle;

/**
 * Chooses exactly {@code count} of {@code rows} rows in one pass. Each subset is equally likely
 * (selection sampling: Knuth, The Art of Computer Programming 2, algorithm 3.4.2 S; Fan, Muller,
 * Rezucha 1962). The choice depends only on seed, input and the two numbers. Constant memory. Not
 * thread-safe: rows must be requested in order.
 */
public final class Selection {
  private final ShuffleKeys random;
  private final long rows;
  private long seen;
  private long missing;

  /**
   * @param input index of the input
   * @param count from 0 to {@code rows}
   */
  public Selection(long seed, int input, long rows, long count) {
    if (input < 0 || count < 0 || count > rows) {
      throw new IllegalArgumentException(
          "cannot select %d of %d rows of input %d".formatted(count, rows, input));
    }
    this.random = ShuffleKeys.of(seed).stream(1L + input);
    this.rows = rows;
    this.missing = count;
  }

  /** Returns whether the next row is chosen. */
  public boolean next() {
    if (seen == rows) {
      throw new IllegalStateException(
          "the input has more rows than the %d that were announced".formatted(rows));
    }
    long left = rows - seen;
    boolean chosen = ShuffleKeys.multiplyHigh(random.high(seen), left) < missing;
    seen++;
    missing -= chosen ? 1 : 0;
    return chosen;
  }
}
