package dev.sluice.core;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Counts rows by dump, bucket and counter name. Counts of parts add up to counts of the whole, in
 * any order. Iteration is sorted, so equal counters are always written as equal bytes.
 *
 * <p>Memory: one entry per (dump, bucket, name) seen. Not thread-safe.
 */
public final class Counters {
  /** The name of the bucket for rows that were dropped before a bucket was chosen. */
  public static final String NO_BUCKET = "";

  /** The counter of rows read. */
  public static final String ROWS = "rows";

  /** The counter of rows that ingest published because push-down did not drop them. */
  public static final String SENT = "sent";

  private static final String DETAIL = "/";

  private static final List<String> OUTCOMES =
      Arrays.stream(Outcome.values()).map(Outcome::key).toList();

  private final TreeMap<Key, Long> counts = new TreeMap<>();

  /**
   * Identifies a counter.
   *
   * @param dump name of the dump, or {@link DumpName#UNKNOWN}
   * @param bucket name of the bucket, or {@link #NO_BUCKET}
   * @param name {@link #ROWS}, {@link #SENT}, the key of an {@link Outcome} or a {@link RowFlag},
   *     or a {@link #detail}
   */
  public record Key(String dump, String bucket, String name) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int order = dump.compareTo(other.dump);
      order = order != 0 ? order : bucket.compareTo(other.bucket);
      return order != 0 ? order : name.compareTo(other.name);
    }
  }

  /**
   * Returns the name of the counter of rows that had an outcome for a given reason. Such rows are
   * also counted under the outcome: a detail is not an outcome.
   *
   * @param what the reason; for operators {@code operator:reason}
   */
  public static String detail(Outcome outcome, String what) {
    return outcome.key() + DETAIL + what;
  }

  /**
   * Adds rows to a counter. A counter that becomes 0 is removed, so that counters with equal
   * numbers are equal.
   *
   * @throws ArithmeticException if the sum overflows
   */
  public void add(Key key, long rows) {
    long sum = Math.addExact(of(key), rows);
    if (sum == 0) {
      counts.remove(key);
    } else {
      counts.put(key, sum);
    }
  }

  /** Adds all counters of another object. */
  public void merge(Counters other) {
    other.counts.forEach(this::add);
  }

  /** Returns the value of a counter, or 0 if it was never counted. */
  public long of(Key key) {
    return counts.getOrDefault(key, 0L);
  }

  /** Returns a sorted view of all counters that are not 0. */
  public Map<Key, Long> entries() {
    return Collections.unmodifiableMap(counts);
  }

  /**
   * Returns a copy of the counters as sorted maps: dump to bucket to name to rows. Encodings use
   * these maps.
   */
  public SortedMap<String, SortedMap<String, SortedMap<String, Long>>> nested() {
    SortedMap<String, SortedMap<String, SortedMap<String, Long>>> dumps = new TreeMap<>();
    counts.forEach(
        (key, rows) ->
            dumps
                .computeIfAbsent(key.dump(), dump -> new TreeMap<>())
                .computeIfAbsent(key.bucket(), bucket -> new TreeMap<>())
                .put(key.name(), rows));
    return dumps;
  }

  /** Creates counters from what {@link #nested} returns. */
  public static Counters ofNested(
      Map<String, ? extends Map<String, ? extends Map<String, Long>>> dumps) {
    Counters counters = new Counters();
    dumps.forEach(
        (dump, buckets) ->
            buckets.forEach(
                (bucket, names) ->
                    names.forEach(
                        (name, rows) -> counters.add(new Key(dump, bucket, name), rows))));
    return counters;
  }

  /** Returns whether all counters are 0. */
  public boolean isEmpty() {
    return counts.isEmpty();
  }

  /** Returns the sum of one counter over dumps and buckets. */
  public long total(String name) {
    return sum(key -> key.name().equals(name));
  }

  /**
   * Returns the sums of all outcomes and flags over dumps and buckets, with their names in
   * manifests. Those without rows are 0, or absent if manifests omit them.
   */
  public SortedMap<String, Long> totals() {
    SortedMap<String, Long> totals = new TreeMap<>();
    for (Outcome outcome : Outcome.values()) {
      long rows = total(outcome.key());
      if (outcome.isListed(rows)) {
        totals.put(outcome.key(), rows);
      }
    }
    for (RowFlag flag : RowFlag.values()) {
      totals.put(flag.key(), total(flag.key()));
    }
    return totals;
  }

  /**
   * Returns the sum of all outcomes over dumps and buckets. It equals {@code total(ROWS)} once
   * every row has its outcome.
   */
  public long ended() {
    return sum(key -> OUTCOMES.contains(key.name()));
  }

  /**
   * Returns a copy of the details by outcome and reason, summed over dumps and buckets. Outcomes
   * without details are absent.
   */
  public SortedMap<String, SortedMap<String, Long>> details() {
    SortedMap<String, SortedMap<String, Long>> details = new TreeMap<>();
    counts.forEach(
        (key, rows) -> {
          int at = key.name().indexOf(DETAIL);
          if (at >= 0) {
            details
                .computeIfAbsent(key.name().substring(0, at), outcome -> new TreeMap<>())
                .merge(key.name().substring(at + DETAIL.length()), rows, Math::addExact);
          }
        });
    return details;
  }

  /** Returns the names of all dumps with at least one counter, sorted. */
  public SortedSet<String> dumps() {
    SortedSet<String> dumps = new TreeSet<>();
    counts.keySet().forEach(key -> dumps.add(key.dump()));
    return dumps;
  }

  /** Returns a copy with the counters of one dump only. */
  public Counters ofDump(String dump) {
    return filter(key -> key.dump().equals(dump));
  }

  /** Returns a copy with the counters of one bucket only. */
  public Counters ofBucket(String bucket) {
    return filter(key -> key.bucket().equals(bucket));
  }

  private Counters filter(Predicate<Key> wanted) {
    Counters chosen = new Counters();
    counts.forEach(
        (key, rows) -> {
          if (wanted.test(key)) {
            chosen.add(key, rows);
          }
        });
    return chosen;
  }

  private long sum(Predicate<Key> wanted) {
    return counts.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Counters counters && counts.equals(counters.counts);
  }

  @Override
  public int hashCode() {
    return counts.hashCode();
  }

  @Override
  public String toString() {
    return counts.toString();
  }
}
