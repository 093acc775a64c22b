package dev.sluice.ingest.decode;

import dev.sluice.core.Bucket;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.RowFlag;
import dev.sluice.core.ScoreBuckets;
import dev.sluice.core.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Counts rows in arrays, because every row is counted two or three times. Not thread-safe. */
final class Tally {
  private static final Outcome[] OUTCOMES = Outcome.values();
  private static final RowFlag[] FLAGS = RowFlag.values();

  private static final int FIRST_FLAG = 2;

  private final List<Bucket> buckets;
  private final Map<String, long[]> byDump = new HashMap<>();
  private SortedMap<String, Long> lostLater = new TreeMap<>();

  /** Rejected rows by reason. There are few. */
  private Counters rejected = new Counters();

  private String lastDump = "";
  private long[] last = {};

  Tally(ScoreBuckets buckets) {
    this.buckets = buckets.all();
  }

  void row(String dump) {
    of(dump)[0]++;
  }

  /**
   * @param later what the topology will make of the row
   */
  void sent(String dump, Outcome later) {
    of(dump)[1]++;
    if (later.isLoss()) {
      lostLater.merge(later.key(), 1L, Long::sum);
    }
  }

  void flag(String dump, RowFlag flag) {
    of(dump)[FIRST_FLAG + flag.ordinal()]++;
  }

  void outcome(String dump, Verdict verdict) {
    of(dump)[at(verdict.outcome(), verdict.bucket())]++;
  }

  /**
   * @param reason in addition to the outcome
   */
  void rejected(String dump, int bucket, String reason) {
    String name = Counters.detail(Outcome.REJECTED, reason);
    rejected.add(new Counters.Key(dump, name(bucket), name), 1);
  }

  /** Returns what was counted since the last call. */
  Counters take() {
    Counters counters = rejected;
    rejected = new Counters();
    byDump.forEach((dump, counts) -> add(counters, dump, counts));
    byDump.clear();
    lastDump = "";
    return counters;
  }

  /** Returns how many of the rows sent since the last call the topology will drop as losses. */
  SortedMap<String, Long> takeLostLater() {
    SortedMap<String, Long> taken = lostLater;
    lostLater = new TreeMap<>();
    return taken;
  }

  private void add(Counters counters, String dump, long[] counts) {
    counters.add(new Counters.Key(dump, Counters.NO_BUCKET, Counters.ROWS), counts[0]);
    counters.add(new Counters.Key(dump, Counters.NO_BUCKET, Counters.SENT), counts[1]);
    for (RowFlag flag : FLAGS) {
      counters.add(
          new Counters.Key(dump, Counters.NO_BUCKET, flag.key()),
          counts[FIRST_FLAG + flag.ordinal()]);
    }
    for (Outcome outcome : OUTCOMES) {
      for (int bucket = ScoreBuckets.NONE; bucket < buckets.size(); bucket++) {
        counters.add(
            new Counters.Key(dump, name(bucket), outcome.key()), counts[at(outcome, bucket)]);
      }
    }
  }

  private String name(int bucket) {
    return bucket == ScoreBuckets.NONE ? Counters.NO_BUCKET : buckets.get(bucket).name();
  }

  private int at(Outcome outcome, int bucket) {
    return FIRST_FLAG + FLAGS.length + outcome.ordinal() * (buckets.size() + 1) + bucket + 1;
  }

  private long[] of(String dump) {
    if (!dump.equals(lastDump)) {
      int size = FIRST_FLAG + FLAGS.length + OUTCOMES.length * (buckets.size() + 1);
      last = byDump.computeIfAbsent(dump, key -> new long[size]);
      lastDump = dump;
    }
    return last;
  }
}
