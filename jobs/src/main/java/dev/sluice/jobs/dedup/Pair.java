package dev.sluice.jobs.dedup;

/** Two numbers of documents as one number, ordered by the first, then by the second. */
final class Pair {
  /** Numbers of documents in memory are below. */
  static final long MAX_DOCUMENTS = 1L << 31;

  private static final int BITS = 31;

  private Pair() {}

  static long of(long first, long second) {
    return first << BITS | second;
  }

  static long first(long pair) {
    return pair >>> BITS;
  }

  static long second(long pair) {
    return pair & MAX_DOCUMENTS - 1;
  }

  /** The pair the other way round. */
  static long turned(long pair) {
    return of(second(pair), first(pair));
  }
}
