package dev.sluice.jobs.process;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The results of one operator.
 *
 * @param changed number of changed texts, including those of documents dropped later
 * @param dropped documents by reason
 * @param rejected number of documents on which it failed
 */
public record OperatorCounts(long changed, SortedMap<String, Long> dropped, long rejected) {
  /** Nothing. */
  public static final OperatorCounts NONE = new OperatorCounts(0, new TreeMap<>(), 0);

  /** Copies the map. */
  public OperatorCounts {
    dropped = Collections.unmodifiableSortedMap(new TreeMap<>(dropped));
  }

  /** Both together. */
  public OperatorCounts plus(OperatorCounts other) {
    return new OperatorCounts(
        changed + other.changed, sum(dropped, other.dropped), rejected + other.rejected);
  }

  static SortedMap<String, Long> sum(SortedMap<String, Long> one, SortedMap<String, Long> other) {
    SortedMap<String, Long> sum = new TreeMap<>(one);
    other.forEach((key, count) -> sum.merge(key, count, Long::sum));
    return sum;
  }
}
