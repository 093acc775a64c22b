package dev.sluice.storage.output;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.storage.output.UnitCuts.End;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Compares the counters of consecutive stages for a unit. The rows read must equal the sum of their
 * outcomes, the rows sent by ingest those counted by the topology, and the rows kept by the
 * topology the sum of rows in shards and rows left out. A pure function of the cut records of all
 * partitions.
 */
final class Reconciliation {
  private final List<UnitCuts> logs;

  Reconciliation(List<UnitCuts> logs) {
    this.logs = logs;
  }

  /**
   * Returns the differences for a unit that has ended in every partition. Each has both numbers.
   */
  List<String> mismatches(String unit) {
    List<String> mismatches = new ArrayList<>();
    List<End> ends = logs.stream().map(log -> log.end(unit).orElseThrow()).toList();
    EndedUnit first = ends.get(0).unit();
    Counters ingested = Counters.ofNested(first.ingested());
    Counters curated = new Counters();
    for (int i = 0; i < ends.size(); i++) {
      End end = ends.get(i);
      if (!end.unit().ingested().equals(first.ingested())) {
        compareTotals(ingested, end.unit(), logs.get(i), mismatches);
      }
      compareShards(end, logs.get(i), mismatches);
      curated.merge(Counters.ofNested(end.unit().curated()));
    }
    SortedSet<String> dumps = ingested.dumps();
    dumps.addAll(curated.dumps());
    for (String dump : dumps) {
      compareStages(unit, dump, ingested.ofDump(dump), curated.ofDump(dump), mismatches);
    }
    return mismatches;
  }

  private static void compareTotals(
      Counters ingested, EndedUnit end, UnitCuts log, List<String> mismatches) {
    Counters here = Counters.ofNested(end.ingested());
    if (!here.equals(ingested)) {
      mismatches.add(
          "unit %s in %s: according to its own marker, ingest read %d rows and sent %d; according to the marker of another partition, ingest read %d rows and sent %d"
              .formatted(
                  end.unit(),
                  log.partition(),
                  here.total(Counters.ROWS),
                  here.total(Counters.SENT),
                  ingested.total(Counters.ROWS),
                  ingested.total(Counters.SENT)));
    }
  }

  private static void compareShards(End end, UnitCuts log, List<String> mismatches) {
    String unit = end.unit().unit();
    SortedMap<String, Long> written = new TreeMap<>();
    Counters leftOut = log.leftOut(end);
    for (CutRecord cut : log.cuts(end)) {
      cut.rowsOf(unit).forEach((dump, count) -> written.merge(dump, count, Long::sum));
      compareFiles(unit, cut, mismatches);
    }
    Counters curated = Counters.ofNested(end.unit().curated());
    SortedSet<String> dumps = curated.dumps();
    dumps.addAll(written.keySet());
    dumps.addAll(leftOut.dumps());
    for (String dump : dumps) {
      long kept = curated.ofDump(dump).total(Outcome.KEPT.key());
      long there = written.getOrDefault(dump, 0L);
      long out = leftOut.ofDump(dump).ended();
      if (kept != there + out) {
        mismatches.add(
            "unit %s in %s: the topology kept %d rows of %s, but the shards hold %d%s"
                .formatted(
                    unit,
                    log.partition(),
                    kept,
                    dump,
                    there,
                    out == 0 ? "" : ", and %d were left out".formatted(out)));
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
          "unit %s in %s-%d: cut %d took %d rows, but its files hold %d"
              .formatted(unit, cut.topic(), cut.partition(), cut.number(), taken, written));
    }
  }

  private static void compareStages(
      String unit, String dump, Counters ingested, Counters curated, List<String> mismatches) {
    long sent = ingested.total(Counters.SENT);
    long counted = curated.ended();
    if (sent != counted) {
      mismatches.add(
          "unit %s: ingest sent %d rows of %s, but the topology counted %d"
              .formatted(unit, sent, dump, counted));
    }
    long rows = ingested.total(Counters.ROWS);
    long outcomes = ingested.ended() + counted;
    if (rows != outcomes) {
      mismatches.add(
          "unit %s: ingest read %d rows of %s, but their outcomes add up to %d"
              .formatted(unit, rows, dump, outcomes));
    }
    compareReasons(unit, dump, curated, mismatches);
  }

  /**
   * Compares the rows ended by operators with the sum of their reasons, because each row has one
   * reason.
   */
  private static void compareReasons(
      String unit, String dump, Counters curated, List<String> mismatches) {
    for (Outcome outcome : List.of(Outcome.OPERATOR_DROPPED, Outcome.REJECTED)) {
      long counted = curated.total(outcome.key());
      SortedMap<String, Long> details =
          curated.details().getOrDefault(outcome.key(), new TreeMap<>());
      long reasons = details.values().stream().mapToLong(Long::longValue).sum();
      if (counted != reasons) {
        mismatches.add(
            "unit %s: the topology counted %d rows of %s as %s, but their reasons add up to %d"
                .formatted(unit, counted, dump, outcome.key(), reasons));
      }
    }
  }
}
