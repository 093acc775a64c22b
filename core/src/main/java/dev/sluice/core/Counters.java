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
 * Numbers of rows by dump, bucket and counter name. Counters of parts merge into counters of the
 * whole by addition, in any order. Iteration is sorted, so that what is written from it is always
 * the same.
 *
 * <p>Memory: one entry per (dump, bucket, name) seen. Not thread-safe.
 */
public final class Counters {
  /** The bucket of rows that ended before a bucket was found. */
  public static final String NO_BUCKET = "";

  /** The counter of rows read. */
  public static final String ROWS = "rows";

  /** The counter of rows that ingest sent on, not having dropped them itself. */
  public static final String SENT = "sent";

  private static final String DETAIL = "/";

  private static final List<String> OUTCOMES =
      Arrays.stream(Outcome.values()).map(Outcome::key).toList();

  private final TreeMap<Key, Long> counts = new TreeMap<>();

  /**
   * What is counted.
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
   * The name of the counter of rows that ended in an outcome for this reason. Such rows are counted
   * under the outcome as well: details are no outcomes of their own.
   *
   * @param what the reason, of operators {@code operator:reason}
   */
  public static String detail(Outcome outcome, String what) {
    return outcome.key() + DETAIL + what;
  }

  /**
   * Adds rows to a counter; nothing happens for 0. A counter that comes down to 0 is no entry any
   * more, so that equal numbers are equal counters.
   *
   * @throws ArithmeticException where the counter would pass the range of a long
   */
  public void add(Key key, long rows) {
    long sum = Math.addExact(of(key), rows);
    if (sum == 0) {
      counts.remove(key);
    } else {
      counts.put(key, sum);
    }
  }

  /** Adds all counters of another part. */
  public void merge(Counters other) {
    other.counts.forEach(this::add);
  }

  /** The value of one counter, 0 where it was never counted. */
  public long of(Key key) {
    return counts.getOrDefault(key, 0L);
  }

  /** All counters that are not 0, sorted. A view. */
  public Map<Key, Long> entries() {
    return Collections.unmodifiableMap(counts);
  }

  /** The same numbers as sorted maps, dump to bucket to name to rows, for encodings. A copy. */
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

  /** The counters that {@link #nested} gave these maps of. */
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

  /** Whether nothing was counted. */
  public boolean isEmpty() {
    return counts.isEmpty();
  }

  /** The sum of one counter over dumps and buckets. */
  public long total(String name) {
    return sum(key -> key.name().equals(name));
  }

  /**
   * The sum of all outcomes over dumps and buckets: equals {@code total(ROWS)} when all is done.
   */
  public long ended() {
    return sum(key -> OUTCOMES.contains(key.name()));
  }

  /**
   * The rows that ended in an outcome by their reasons, over dumps and buckets; without outcomes
   * that have none. A copy.
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

  /** The names of the dumps that anything was counted for, sorted. */
  public SortedSet<String> dumps() {
    SortedSet<String> dumps = new TreeSet<>();
    counts.keySet().forEach(key -> dumps.add(key.dump()));
    return dumps;
  }

  /** A copy with the counters of one dump only. */
  public Counters ofDump(String dump) {
    return filter(key -> key.dump().equals(dump));
  }

  /** A copy with the counters of one bucket only. */
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
