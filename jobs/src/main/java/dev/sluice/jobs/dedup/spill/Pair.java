package dev.sluice.jobs.dedup.spill;

/** Two document numbers as one number, ordered by the first, then by the second. */
public final class Pair {
  /** Numbers of documents in pairs are less than this. */
  public static final long MAX_DOCUMENTS = 1L << 31;

  private static final int BITS = 31;

  private Pair() {}

  public static long of(long first, long second) {
    return first << BITS | second;
  }

  public static long first(long pair) {
    return pair >>> BITS;
  }

  public static long second(long pair) {
    return pair & MAX_DOCUMENTS - 1;
  }

  /** The pair with its documents swapped. */
  public static long turned(long pair) {
    return of(second(pair), first(pair));
  }
}
