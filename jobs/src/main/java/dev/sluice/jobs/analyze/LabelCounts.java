package dev.sluice.jobs.analyze;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How often each of any number of values was there. Of up to {@value #KEPT} different ones the
 * counts are exact. Of more, rare ones are given up, and counts are too low by {@link #shortBy} at
 * most, which is at most a {@value #KEPT}th of all (Misra and Gries, 1982; added up as by Agarwal
 * and others, 2012). Depends on the order in which they are added. Not thread-safe.
 */
final class LabelCounts {
  private static final int KEPT = 4_096;

  private final Map<String, Long> counts = new HashMap<>();
  private final DistinctSketch distinct = new DistinctSketch();
  private long count;
  private long shortBy;

  /**
   * A value and how often it was there.
   *
   * @param count at least
   */
  record Label(String value, long count) {}

  /** Adds a value. */
  void add(String value) {
    count++;
    distinct.add(value);
    counts.merge(value, 1L, Long::sum);
    giveUp(2 * KEPT);
  }

  /** Adds all values of another one, which stay there. */
  void add(LabelCounts other) {
    count += other.count;
    shortBy += other.shortBy;
    distinct.add(other.distinct);
    other.counts.forEach((value, times) -> counts.merge(value, times, Long::sum));
    giveUp(KEPT);
  }

  private void giveUp(int most) {
    if (counts.size() <= most) {
      return;
    }
    List<Long> sorted = counts.values().stream().sorted(Collections.reverseOrder()).toList();
    long less = sorted.get(KEPT);
    counts.replaceAll((value, times) -> times - less);
    counts.values().removeIf(times -> times <= 0);
    shortBy += less;
  }

  /** All values that were added. */
  long count() {
    return count;
  }

  /** How many different ones, about. */
  long distinct() {
    return distinct.estimate();
  }

  /** How much too low counts may be. */
  long shortBy() {
    return shortBy;
  }

  /** The most frequent ones; of equally frequent ones those first that are first by their names. */
  List<Label> top(int most) {
    return counts.entrySet().stream()
        .map(entry -> new Label(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Label::count).reversed().thenComparing(Label::value))
        .limit(most)
        .toList();
  }
}
