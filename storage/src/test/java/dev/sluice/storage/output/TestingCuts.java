package dev.sluice.storage.output;

import dev.sluice.core.Counters;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.Outcome;
import dev.sluice.core.testing.RecordCopy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The cut records of a small output, written down by hand: two buckets with two partitions each,
 * and units that end in every one of them.
 */
final class TestingCuts {
  static final List<String> BUCKETS = List.of("2.8", "4.0");
  static final int PARTITIONS = 2;

  private final List<List<CutRecord>> logs = new ArrayList<>();
  private final boolean byDump;

  TestingCuts(boolean byDump) {
    this.byDump = byDump;
    for (int i = 0; i < BUCKETS.size() * PARTITIONS; i++) {
      logs.add(new ArrayList<>());
    }
  }

  /** All logs: those of the first bucket by partition, then those of the second. */
  List<List<CutRecord>> logs() {
    return logs;
  }

  /** In every partition: a cut with a shard of this dump, and then one that ends the unit. */
  TestingCuts unit(String unit, String dump, SortedMap<String, String> quarantined) {
    for (int log = 0; log < logs.size(); log++) {
      cut(log, unit, dump, List.of());
      cut(log, unit, dump, List.of(ended(unit, dump, quarantined, log)));
    }
    return this;
  }

  /** One cut of one log with a shard of another unit. */
  TestingCuts cut(int log, String dump, List<EndedUnit> ended) {
    return cut(log, "another#1", dump, ended);
  }

  /** One cut of one log with one shard of 2 rows, 100 bytes and 200 bytes of text. */
  TestingCuts cut(int log, String unit, String dump, List<EndedUnit> ended) {
    List<CutRecord> records = logs.get(log);
    SortedMap<String, Long> sequences =
        records.isEmpty()
            ? new TreeMap<>()
            : new TreeMap<>(records.get(records.size() - 1).sequences());
    String directory = byDump ? dump : "";
    long sequence = sequences.merge(directory, 1L, Long::sum) - 1;
    String bucket = BUCKETS.get(log / PARTITIONS);
    long rank = sequence * PARTITIONS + log % PARTITIONS;
    String path =
        byDump
            ? "en/%s/%s/%d.parquet".formatted(bucket, dump, rank)
            : "en/%s/%d.parquet".formatted(bucket, rank);
    records.add(
        RecordCopy.with(
            CutRecord.none("sluice.curated." + bucket, log % PARTITIONS, "cluster", "id"),
            "number",
            records.size() + 1,
            "nextOffset",
            10L * records.size() + 10,
            "ordinal",
            2L * records.size() + 2,
            "sequences",
            sequences,
            "files",
            List.of(new CutFile(path, bucket, directory, 2, 100, 200, "sha-" + path)),
            "ended",
            ended,
            "rows",
            new TreeMap<>(Map.of(unit, new TreeMap<>(Map.of(dump, 2L))))));
    return this;
  }

  /** One cut of one log has one row less in its shard: it was taken as a near-duplicate. */
  TestingCuts nearDuplicate(int log, int cut, String unit, String dump) {
    CutRecord whole = logs.get(log).get(cut);
    CutFile file = whole.files().get(0);
    CutFile shorter = RecordCopy.with(file, "rows", file.rows() - 1);
    Map<String, Map<String, Long>> rows = new TreeMap<>(whole.rows());
    rows.put(unit, Map.of(dump, whole.rowsOf(unit).get(dump) - 1));
    logs.get(log)
        .set(
            cut,
            RecordCopy.with(
                whole,
                "files",
                List.of(shorter),
                "rows",
                rows,
                "leftOut",
                Map.of(Outcome.NEAR_DUPLICATES_REMOVED.key(), Map.of(unit, Map.of(dump, 1L)))));
    return this;
  }

  /** In one log: a cut with a shard of the first unit that forgets the units. */
  TestingCuts forget(int log, String dump, String reset, String... units) {
    cut(log, units[0], dump, List.of());
    List<CutRecord> records = logs.get(log);
    CutRecord cut = records.remove(records.size() - 1);
    List<ForgottenUnit> forgotten =
        Arrays.stream(units)
            .map(unit -> ForgottenUnit.ended(unit, List.of(dump), List.of()))
            .toList();
    records.add(
        RecordCopy.with(
            cut,
            "forgotten",
            List.of(new ForgottenDump(dump, reset, forgotten, List.of())),
            "leftOut",
            Map.of()));
    return this;
  }

  /** In every log. */
  TestingCuts forget(String dump, String reset, String... units) {
    for (int log = 0; log < logs.size(); log++) {
      forget(log, dump, reset, units);
    }
    return this;
  }

  /**
   * What one partition says of a unit. Ingest counted 40 rows of the dump, 4 of them without score,
   * 12 sampled out in the first bucket; 4 rows were kept and 2 were duplicates in each partition.
   */
  static EndedUnit ended(String unit, String dump, SortedMap<String, String> quarantined, int log) {
    Counters ingested = new Counters();
    ingested.add(new Counters.Key(dump, Counters.NO_BUCKET, Counters.ROWS), 40);
    ingested.add(new Counters.Key(dump, Counters.NO_BUCKET, Counters.SENT), 24);
    ingested.add(new Counters.Key(dump, Counters.NO_BUCKET, "missing_score"), 4);
    ingested.add(new Counters.Key(dump, Counters.NO_BUCKET, "short_text"), 3);
    ingested.add(new Counters.Key(dump, BUCKETS.get(0), "sampled_out"), 12);
    Counters curated = new Counters();
    String bucket = BUCKETS.get(log / PARTITIONS);
    curated.add(new Counters.Key(dump, bucket, "kept"), 4);
    curated.add(new Counters.Key(dump, bucket, "duplicates_removed"), 2);
    return new EndedUnit(
        unit,
        InputList.of(List.of(unit + "/0.parquet", unit + "/1.parquet")),
        quarantined,
        ingested.nested(),
        curated.nested(),
        new TreeMap<>(),
        new TreeMap<>());
  }

  static SortedMap<String, String> noneQuarantined() {
    return new TreeMap<>();
  }

  static Manifests manifests(List<List<CutRecord>> logs) {
    return new Manifests(BUCKETS, new TreeMap<>(Map.of("sampling.seed", "42")), logs, List.of());
  }
}
