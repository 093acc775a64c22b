package dev.sluice.core.gauge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Collects the first {@value #MOST} documents that this process dropped or rejected for each
 * reason. The documents differ from run to run. Thread-safe.
 *
 * <p>Memory: at most {@value #MOST_REASONS} reasons. Once the examples of a reason are complete, a
 * further document costs one look-up.
 */
public final class DropExamples {
  /** The maximum number of examples of a reason. */
  public static final int MOST = 10;

  /** The maximum number of reasons with examples. */
  public static final int MOST_REASONS = 1000;

  private final Map<String, List<DropExample>> byReason = new ConcurrentHashMap<>();

  /**
   * Returns whether {@link #add} would accept an example of this reason. If not, callers need not
   * create one.
   *
   * @param reason the name of a counter: the key or a detail of an outcome
   */
  public boolean want(String reason) {
    List<DropExample> known = byReason.get(reason);
    return known == null ? byReason.size() < MOST_REASONS : known.size() < MOST;
  }

  /** Adds an example, unless the reason has enough. */
  public void add(String reason, DropExample example) {
    if (want(reason)) {
      byReason.merge(reason, List.of(example), DropExamples::joined);
    }
  }

  private static List<DropExample> joined(List<DropExample> known, List<DropExample> more) {
    if (known.size() == MOST) {
      return known;
    }
    List<DropExample> both = new ArrayList<>(known);
    both.addAll(more);
    return List.copyOf(both);
  }

  /** Returns a copy of the examples of each reason, in the order of their arrival. */
  public SortedMap<String, List<DropExample>> byReason() {
    return new TreeMap<>(byReason);
  }
}
