package dev.sluice.jobs.process;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The numbers of examples by operator and decision.
 *
 * @param limit of each
 * @param counts by {@code operator/decision}
 */
record TraceCounts(int limit, SortedMap<String, Integer> counts) {
  TraceCounts {
    counts = Collections.unmodifiableSortedMap(new TreeMap<>(counts));
  }

  static TraceCounts none(int limit) {
    return new TraceCounts(limit, new TreeMap<>());
  }

  static String key(int operator, TraceKind kind) {
    return operator + "/" + kind.title();
  }

  /** The key of a line. */
  static String key(JsonNode example) {
    return example.path("operator").asInt() + "/" + example.path("decision").asText();
  }

  /** Whether another example is wanted. */
  boolean wants(String key) {
    return limit > 0 && counts.getOrDefault(key, 0) < limit;
  }

  TraceCounts with(String key) {
    SortedMap<String, Integer> more = new TreeMap<>(counts);
    more.merge(key, 1, Integer::sum);
    return new TraceCounts(limit, more);
  }

  /** The kinds of examples. */
  enum TraceKind {
    CHANGED,
    DROPPED,
    REJECTED,
    KEPT;

    String title() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
