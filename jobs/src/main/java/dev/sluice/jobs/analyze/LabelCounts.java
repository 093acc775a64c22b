package dev.sluice.jobs.analyze;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Digests;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Counts occurrences of values. Counts are exact for up to {@value #KEPT} distinct values. Beyond
 * that, rare values are dropped, and counts are too low by at most {@link #shortBy}, which is at
 * most 1/{@value #KEPT} of the total (Misra and Gries, 1982; merged as by Agarwal et al., 2012).
 * The result depends on the order of additions. Not thread-safe.
 */
public final class LabelCounts {
  private static final int KEPT = 4_096;

  private final Map<String, Long> counts = new HashMap<>();
  private final DistinctSketch distinct = new DistinctSketch();
  private long count;
  private long shortBy;

  /**
   * A value and its number of occurrences.
   *
   * @param count number of occurrences, or a lower bound of it
   */
  public record Label(String value, long count) {}

  /** Adds a value. */
  public void add(String value) {
    count++;
    distinct.add(value);
    counts.merge(value, 1L, Long::sum);
    giveUp(2 * KEPT);
  }

  /** Adds all values of the given counts. The given counts do not change. */
  public void add(LabelCounts other) {
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

  /** Returns the number of values added. */
  public long count() {
    return count;
  }

  /** Returns the approximate number of distinct values. */
  public long distinct() {
    return distinct.estimate();
  }

  /** Returns the maximum error of the counts. */
  public long shortBy() {
    return shortBy;
  }

  /** Returns the most frequent values. Equally frequent ones are ordered by name. */
  public List<Label> top(int most) {
    return counts.entrySet().stream()
        .map(entry -> new Label(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Label::count).reversed().thenComparing(Label::value))
        .limit(most)
        .toList();
  }

  /**
   * Estimates the number of distinct values from the smallest of their hashes (Bar-Yossef et al.,
   * 2002). The estimate is exact up to {@value #KEPT} values and has a standard error of 0.8 %
   * beyond. It depends only on the set of values, not on their order. Memory: 1 MiB. Not
   * thread-safe.
   */
  static final class DistinctSketch {
    private static final int KEPT = 16_384;
    private static final double HASHES = 0x1p64;

    /** Hashes with their highest bit flipped, so that they sort as unsigned numbers. */
    private final TreeSet<Long> smallest = new TreeSet<>();

    /** Adds a value. */
    void add(String value) {
      byte[] digest = Digests.md5().digest(value.getBytes(UTF_8));
      add(ByteBuffer.wrap(digest).getLong());
    }

    private void add(long hash) {
      if (smallest.size() < KEPT) {
        smallest.add(hash);
      } else if (hash < smallest.last() && smallest.add(hash)) {
        smallest.pollLast();
      }
    }

    /** Adds all values of the given sketch. The given sketch does not change. */
    void add(DistinctSketch other) {
      other.smallest.forEach(this::add);
    }

    /** Returns the approximate number of distinct values. */
    long estimate() {
      if (smallest.size() < KEPT) {
        return smallest.size();
      }
      double share = ((double) smallest.last() - Long.MIN_VALUE) / HASHES;
      return Math.round((KEPT - 1) / share);
    }
  }
}
