package dev.sluice.jobs.init.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;

/**
 * How often each value of a column occurs. Distinct values are counted by their hashes; of long
 * values, and beyond the first {@value #KEPT}, nothing else is kept. Not thread-safe.
 */
public final class ValueTally {
  private static final int KEPT = 1000;
  private static final int SHORT = 64;

  /** Rows by the hashes of their values. */
  private final Map<Long, List<Integer>> rows = new TreeMap<>();

  private final Map<String, Integer> counts = new HashMap<>();
  private int values;

  /** A value and how often it occurs. */
  public record Count(String value, int rows) {}

  void add(int row, String value) {
    values++;
    long hash = ByteBuffer.wrap(Digests.md5().digest(value.getBytes(UTF_8))).getLong();
    rows.computeIfAbsent(hash, any -> new ArrayList<>(1)).add(row);
    boolean room = counts.size() < KEPT && value.length() <= SHORT;
    if (room || counts.containsKey(value)) {
      counts.merge(value, 1, Integer::sum);
    }
  }

  /** Number of values. */
  public int values() {
    return values;
  }

  /** Number of different values. */
  public int distinct() {
    return rows.size();
  }

  /**
   * Number of rows that have the value of an earlier row.
   *
   * @param property only rows with another one than the earlier row count
   */
  public int contradictions(IntUnaryOperator property) {
    int count = 0;
    for (List<Integer> same : rows.values()) {
      int first = property.applyAsInt(same.get(0));
      count += (int) same.stream().filter(row -> property.applyAsInt(row) != first).count();
    }
    return count;
  }

  /** Values, the most frequent first, equally frequent ones in order. */
  public List<Count> counts() {
    List<Count> all = new ArrayList<>();
    counts.forEach((value, times) -> all.add(new Count(value, times)));
    all.sort(Comparator.comparingInt(Count::rows).reversed().thenComparing(Count::value));
    return all;
  }
}
