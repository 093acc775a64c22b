package dev.sluice.jobs.analyze;

import java.util.SortedMap;
import java.util.TreeMap;

/** Counts by name. Not thread-safe. */
final class NameCounts {
  private final SortedMap<String, Long> counts = new TreeMap<>();

  void add(String name) {
    counts.merge(name, 1L, Long::sum);
  }

  void add(NameCounts other) {
    other.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
  }

  long of(String name) {
    return counts.getOrDefault(name, 0L);
  }

  SortedMap<String, Long> all() {
    return counts;
  }
}
