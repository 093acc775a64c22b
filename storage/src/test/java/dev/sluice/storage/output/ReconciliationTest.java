package dev.sluice.storage.output;

import static dev.sluice.storage.output.TestingCuts.noneQuarantined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.testing.RecordCopy;
import dev.sluice.storage.output.Manifests.CounterMismatchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReconciliationTest {
  private static final String DUMP = "CC-MAIN-2024-10";
  private static final String UNIT = "data/" + DUMP + "#1";
  private static final String OTHER = "data/" + DUMP + "#2";

  private final TestingCuts cuts = new TestingCuts(true).unit(UNIT, DUMP, noneQuarantined());

  private List<String> mismatches() {
    return new Reconciliation(cuts.logs().stream().map(UnitCuts::new).toList()).mismatches(UNIT);
  }

  /** Replaces the last cut of a log by one whose marker says something else. */
  private void tell(int log, String topicOrIngest, String bucket, String counter, long rows) {
    CutRecord cut = cuts.logs().get(log).remove(1);
    EndedUnit end = cut.ended().get(0);
    boolean ingest = topicOrIngest.equals("ingest");
    Counters counters = Counters.ofNested(ingest ? end.ingested() : end.curated());
    Counters.Key key = new Counters.Key(DUMP, bucket, counter);
    counters.add(key, rows - counters.of(key));
    EndedUnit other =
        new EndedUnit(
            end.unit(),
            end.inputs(),
            end.quarantined(),
            ingest ? counters.nested() : end.ingested(),
            ingest ? end.curated() : counters.nested(),
            new TreeMap<>(),
            new TreeMap<>());
    cuts.logs().get(log).add(with(cut, List.of(other), cut.rows()));
  }

  @Test
  void shouldFindNothingWhereAllAddsUp() {
    assertThat(mismatches()).isEmpty();
    TestingCuts.manifests(cuts.logs()).requireReconciled(List.of(UNIT));
  }

  @Test
  void shouldFindNothingWhereRowsOfOtherUnitsAreInTheSameCuts() {
    for (int log = 0; log < cuts.logs().size(); log++) {
      cuts.cut(log, OTHER, DUMP, List.of());
    }
    cuts.unit(OTHER, "unknown", noneQuarantined());

    assertThat(mismatches()).isEmpty();
  }

  @Test
  void shouldReportRowsThatTheTopologyLost() {
    tell(2, "topology", "4.0", "duplicates_removed", 1);

    assertThat(mismatches())
        .containsExactly(
            "unit data/CC-MAIN-2024-10#1: ingest sent 24 rows of CC-MAIN-2024-10, but the topology"
                + " counted 23",
            "unit data/CC-MAIN-2024-10#1: ingest read 40 rows of CC-MAIN-2024-10, but their"
                + " outcomes add up to 39");
  }

  @Test
  void shouldReportRowsThatIngestReadAndNeitherSentNorDropped() {
    for (int log = 0; log < cuts.logs().size(); log++) {
      tell(log, "ingest", "", "missing_score", 3);
    }

    assertThat(mismatches())
        .containsExactly(
            "unit data/CC-MAIN-2024-10#1: ingest read 40 rows of CC-MAIN-2024-10, but their"
                + " outcomes add up to 39");
  }

  @Test
  void shouldReportKeptRowsThatNoShardHolds() {
    tell(3, "topology", "4.0", "kept", 5);
    tell(3, "topology", "4.0", "duplicates_removed", 1);

    assertThat(mismatches())
        .containsExactly(
            "unit data/CC-MAIN-2024-10#1 in sluice.curated.4.0-1: the topology kept 5 rows of"
                + " CC-MAIN-2024-10, but the shards hold 4");
  }

  @Test
  void shouldReportShardsThatHoldMoreThanWasKept() {
    cuts.logs().get(0).add(0, cuts.logs().get(0).get(0));

    assertThat(mismatches())
        .containsExactly(
            "unit data/CC-MAIN-2024-10#1 in sluice.curated.2.8-0: the topology kept 4 rows of"
                + " CC-MAIN-2024-10, but the shards hold 6");
  }

  @Test
  void shouldFindNothingWhereRowsOfShardsAndNearDuplicatesAddUp() {
    cuts.nearDuplicate(0, 0, UNIT, DUMP).nearDuplicate(3, 1, UNIT, DUMP);

    assertThat(mismatches()).isEmpty();
  }

  @Test
  void shouldReportNearDuplicatesThatTheTopologyDidNotKeep() {
    cuts.nearDuplicate(3, 0, UNIT, DUMP);
    CutRecord cut = cuts.logs().get(3).get(0);
    cuts.logs().get(3).set(0, withLeftOut(cut, Map.of(UNIT, Map.of(DUMP, 2L))));

    assertThat(mismatches())
        .containsExactly(
            "unit data/CC-MAIN-2024-10#1 in sluice.curated.4.0-1: the topology kept 4 rows of"
                + " CC-MAIN-2024-10, but the shards hold 3, and 2 were left out");
  }

  @Test
  void shouldReportRowsThatAreNeitherInShardsNorNearDuplicates() {
    cuts.nearDuplicate(3, 0, UNIT, DUMP);
    CutRecord cut = cuts.logs().get(3).get(0);
    cuts.logs().get(3).set(0, withLeftOut(cut, Map.of()));

    assertThat(mismatches())
        .containsExactly(
            "unit data/CC-MAIN-2024-10#1 in sluice.curated.4.0-1: the topology kept 4 rows of"
                + " CC-MAIN-2024-10, but the shards hold 3");
  }

  @Test
  void shouldReportNearDuplicatesOfADumpThatTheTopologyDidNotKeep() {
    cuts.nearDuplicate(3, 0, UNIT, DUMP);
    CutRecord cut = cuts.logs().get(3).get(0);
    Map<String, Long> dumps = Map.of(DUMP, 1L, "CC-MAIN-2024-18", 3L);
    cuts.logs().get(3).set(0, withLeftOut(cut, Map.of(UNIT, dumps)));

    assertThat(mismatches())
        .containsExactly(
            "unit data/CC-MAIN-2024-10#1 in sluice.curated.4.0-1: the topology kept 0 rows of"
                + " CC-MAIN-2024-18, but the shards hold 0, and 3 were left out");
  }

  @Test
  void shouldCountNearDuplicatesOfACutWithoutShards() {
    CutRecord end = cuts.logs().get(2).get(1);
    CutRecord none = with(end, end.ended(), Map.of(), List.of());
    cuts.logs().get(2).set(1, withLeftOut(none, Map.of(UNIT, Map.of(DUMP, 2L))));

    assertThat(mismatches()).isEmpty();
  }

  @Test
  void shouldCountRowsLeftOutForDifferentOutcomes() {
    CutRecord end = cuts.logs().get(2).get(1);
    CutRecord none = with(end, end.ended(), Map.of(), List.of());
    Map<String, Map<String, Long>> one = Map.of(UNIT, Map.of(DUMP, 1L));
    CutRecord leftOut =
        withLeftOutBy(none, Map.of("near_duplicates_removed", one, "rejected", one));
    cuts.logs().get(2).set(1, leftOut);

    assertThat(mismatches()).isEmpty();
    UnitCuts log = new UnitCuts(cuts.logs().get(2));
    assertThat(log.outcomes(log.end(UNIT).orElseThrow()).ofDump(DUMP).entries())
        .containsEntry(new Counters.Key(DUMP, "4.0", "near_duplicates_removed"), 1L)
        .containsEntry(new Counters.Key(DUMP, "4.0", "rejected"), 1L)
        .containsEntry(new Counters.Key(DUMP, "4.0", "kept"), 2L);
  }

  @Test
  void shouldRefuseAnOutcomeThatDoesNotExist() {
    CutRecord cut = cuts.logs().get(2).get(1);

    assertThatThrownBy(() -> withLeftOutBy(cut, Map.of("forgotten", Map.of())))
        .hasMessage("unknown outcome: forgotten");
  }

  private static CutRecord withLeftOut(
      CutRecord cut, Map<String, Map<String, Long>> nearDuplicates) {
    return withLeftOutBy(cut, Map.of(Outcome.NEAR_DUPLICATES_REMOVED.key(), nearDuplicates));
  }

  private static CutRecord withLeftOutBy(
      CutRecord cut, Map<String, Map<String, Map<String, Long>>> leftOut) {
    return RecordCopy.with(cut, "leftOut", leftOut);
  }

  @Test
  void shouldReportMarkersThatDisagree() {
    tell(1, "ingest", "", "rows", 41);

    assertThat(mismatches())
        .containsExactly(
            "unit data/CC-MAIN-2024-10#1 in sluice.curated.2.8-1: according to its own marker,"
                + " ingest read 41 rows and sent 24; according to the marker of another partition,"
                + " ingest read 40 rows and sent 24");
  }

  @Test
  void shouldListTheFirstMismatchesAndCountTheRest() {
    List<String> many = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      many.add("mismatch " + i);
    }

    assertThatThrownBy(
            () -> {
              throw new CounterMismatchException(many);
            })
        .hasMessageStartingWith(
            "the counters do not add up, so no manifest is written: mismatch 0; ")
        .hasMessageContaining("mismatch 4 and 3 more; ")
        .hasMessageContaining("reset --dump");
  }

  private static CutRecord with(
      CutRecord cut, List<EndedUnit> ended, Map<String, Map<String, Long>> rows) {
    return with(cut, ended, rows, cut.files());
  }

  private static CutRecord with(
      CutRecord cut,
      List<EndedUnit> ended,
      Map<String, Map<String, Long>> rows,
      List<CutFile> files) {
    return RecordCopy.with(cut, "files", files, "ended", ended, "rows", rows, "leftOut", Map.of());
  }
}
