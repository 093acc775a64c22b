package dev.sluice.jobs.init;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/** The rows that have each value of a column. Not thread-safe. */
final class ValueTally {
  /** Of a longer value, only its hash is kept. */
  private static final int SHORT = 64;

  private static final String HASHED = "\0";

  private final Map<String, List<Integer>> rows = new TreeMap<>();
  private int values;

  /** A value and how often it occurs. */
  record Count(String value, int rows) {}

  void add(int row, String value) {
    values++;
    String key =
        value.length() <= SHORT
            ? value
            : HASHED + HexFormat.of().formatHex(Digests.md5().digest(value.getBytes(UTF_8)));
    rows.computeIfAbsent(key, any -> new ArrayList<>(1)).add(row);
  }

  /** Number of values. */
  int values() {
    return values;
  }

  /** Number of different values. */
  int distinct() {
    return rows.size();
  }

  /** Number of rows that have the value of an earlier row, but another property. */
  int contradictions(IntUnaryOperator property) {
    int count = 0;
    for (List<Integer> same : rows.values()) {
      int first = property.applyAsInt(same.get(0));
      count += (int) same.stream().filter(row -> property.applyAsInt(row) != first).count();
    }
    return count;
  }

  /** Short values, the most frequent first, equally frequent ones in order. */
  List<Count> counts() {
    return rows.entrySet().stream()
        .filter(each -> !each.getKey().startsWith(HASHED))
        .map(each -> new Count(each.getKey(), each.getValue().size()))
        .sorted(Comparator.comparingInt(Count::rows).reversed())
        .toList();
  }
}
