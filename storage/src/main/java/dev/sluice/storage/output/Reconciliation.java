package dev.sluice.storage.output;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Compares what each stage says of a unit with what the next one says: rows read with their
 * outcomes, rows that ingest sent with those that the topology counted, rows that the topology kept
 * with those in the shards of the cut records. A pure function of the cut records of all
 * partitions.
 */
final class Reconciliation {
  private final List<List<CutRecord>> logs;

  Reconciliation(List<List<CutRecord>> logs) {
    this.logs = logs;
  }

  /**
   * What does not add up for a unit that has ended in every partition, each with both numbers;
   * nothing where a cut of it has an older format, which does not tell whose rows it holds.
   */
  List<String> mismatches(String unit) {
    List<String> mismatches = new ArrayList<>();
    if (!logs.stream().allMatch(log -> tells(log, unit))) {
      return mismatches;
    }
    Counters ingested = Counters.ofNested(ended(logs.get(0), unit).ingested());
    Counters curated = new Counters();
    for (List<CutRecord> log : logs) {
      EndedUnit end = ended(log, unit);
      compareTotals(ingested, end, log, mismatches);
      compareShards(end, log, mismatches);
      curated.merge(Counters.ofNested(end.curated()));
    }
    SortedSet<String> dumps = ingested.dumps();
    dumps.addAll(curated.dumps());
    for (String dump : dumps) {
      compareStages(unit, dump, ingested.ofDump(dump), curated.ofDump(dump), mismatches);
    }
    return mismatches;
  }

  private static boolean tells(List<CutRecord> log, String unit) {
    return log.subList(0, end(log, unit) + 1).stream().allMatch(CutRecord::tellsRows);
  }

  /** The index of the cut that covers the unit's marker. */
  private static int end(List<CutRecord> log, String unit) {
    int last = log.size() - 1;
    while (last >= 0 && find(log.get(last), unit).isEmpty()) {
      last--;
    }
    return last;
  }

  private static Optional<EndedUnit> find(CutRecord cut, String unit) {
    return cut.ended().stream().filter(end -> end.unit().equals(unit)).findFirst();
  }

  private static EndedUnit ended(List<CutRecord> log, String unit) {
    return find(log.get(end(log, unit)), unit).orElseThrow();
  }

  private static void compareTotals(
      Counters ingested, EndedUnit end, List<CutRecord> log, List<String> mismatches) {
    Counters here = Counters.ofNested(end.ingested());
    if (!here.equals(ingested)) {
      mismatches.add(
          "unit %s in %s: its marker says ingest read %d rows and sent %d, another partition's %d and %d"
              .formatted(
                  end.unit(),
                  partition(log),
                  here.total(Counters.ROWS),
                  here.total(Counters.SENT),
                  ingested.total(Counters.ROWS),
                  ingested.total(Counters.SENT)));
    }
  }

  private static void compareShards(EndedUnit end, List<CutRecord> log, List<String> mismatches) {
    SortedMap<String, Long> written = new TreeMap<>();
    for (CutRecord cut : log.subList(0, end(log, end.unit()) + 1)) {
      SortedMap<String, Long> rows = cut.rowsOf(end.unit());
      rows.forEach((dump, count) -> written.merge(dump, count, Long::sum));
      if (!rows.isEmpty()) {
        compareFiles(end.unit(), cut, mismatches);
      }
    }
    Counters curated = Counters.ofNested(end.curated());
    SortedSet<String> dumps = curated.dumps();
    dumps.addAll(written.keySet());
    for (String dump : dumps) {
      long kept = curated.ofDump(dump).total(Outcome.KEPT.key());
      long there = written.getOrDefault(dump, 0L);
      if (kept != there) {
        mismatches.add(
            "unit %s in %s: the topology kept %d rows of %s, the shards hold %d"
                .formatted(end.unit(), partition(log), kept, dump, there));
      }
    }
  }

  private static void compareFiles(String unit, CutRecord cut, List<String> mismatches) {
    long taken =
        cut.rows().values().stream()
            .flatMap(dumps -> dumps.values().stream())
            .mapToLong(Long::longValue)
            .sum();
    long written = cut.files().stream().mapToLong(CutFile::rows).sum();
    if (taken != written) {
      mismatches.add(
          "unit %s in %s-%d: cut %d took %d rows, its files hold %d"
              .formatted(unit, cut.topic(), cut.partition(), cut.number(), taken, written));
    }
  }

  private static void compareStages(
      String unit, String dump, Counters ingested, Counters curated, List<String> mismatches) {
    long sent = ingested.total(Counters.SENT);
    long counted = curated.ended();
    if (sent != counted) {
      mismatches.add(
          "unit %s: ingest sent %d rows of %s, the topology counted %d"
              .formatted(unit, sent, dump, counted));
    }
    long rows = ingested.total(Counters.ROWS);
    long outcomes = ingested.ended() + counted;
    if (rows != outcomes) {
      mismatches.add(
          "unit %s: ingest read %d rows of %s, their outcomes add up to %d"
              .formatted(unit, rows, dump, outcomes));
    }
    compareReasons(unit, dump, curated, mismatches);
  }

  /** Each row that operators ended is counted by one reason. */
  private static void compareReasons(
      String unit, String dump, Counters curated, List<String> mismatches) {
    for (Outcome outcome : List.of(Outcome.OPERATOR_DROPPED, Outcome.REJECTED)) {
      long counted = curated.total(outcome.key());
      SortedMap<String, Long> details =
          curated.details().getOrDefault(outcome.key(), new TreeMap<>());
      long reasons = details.values().stream().mapToLong(Long::longValue).sum();
      if (counted != reasons) {
        mismatches.add(
            "unit %s: the topology counted %d rows of %s as %s, their reasons add up to %d"
                .formatted(unit, counted, dump, outcome.key(), reasons));
      }
    }
  }

  private static String partition(List<CutRecord> log) {
    return log.get(0).topic() + "-" + log.get(0).partition();
  }
}
