package dev.sluice.app.reset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.DedupScope;
import dev.sluice.core.ForgottenUnit;
import dev.sluice.core.ForgottenUnit.SourcePart;
import dev.sluice.core.testing.RecordCopy;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.EndedUnit;
import dev.sluice.storage.output.InputList;
import dev.sluice.storage.output.Manifests;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ResetFiguresTest {
  private static final String FORGOTTEN = "data/CC-MAIN-2013-20#1";
  private static final String COMPLETE = "data/CC-MAIN-2014-10#1";
  private static final String HALF_READ = "data/CC-MAIN-2015-14#1";

  /** Two units have ended; the second one lost some rows as duplicates. */
  private static ResetReport report(long duplicates, List<String> units) {
    CutRecord cut =
        RecordCopy.with(
            CutRecord.none("topic", 0, "cluster", "id"),
            "number",
            1,
            "nextOffset",
            1,
            "ended",
            List.of(ended(FORGOTTEN, 0), ended(COMPLETE, duplicates)));
    Manifests manifests =
        new Manifests(List.of("2.8"), new TreeMap<>(), List.of(List.of(cut)), List.of());
    List<SourcePart> files = List.of(new SourcePart("a.parquet", 1));
    return new ResetFigures(manifests, DedupScope.BUCKET, units)
        .report(
            "CC-MAIN-2013-20",
            ResetReport.PLANNED,
            List.of(ForgottenUnit.ended(FORGOTTEN, List.of("CC-MAIN-2013-20"), files)));
  }

  private static EndedUnit ended(String unit, long duplicates) {
    return new EndedUnit(
        unit,
        InputList.of(List.of("a.parquet")),
        new TreeMap<>(),
        new TreeMap<>(),
        Map.of("CC-MAIN-2014-10", Map.of("2.8", Map.of("duplicates_removed", duplicates))),
        new TreeMap<>(),
        new TreeMap<>());
  }

  @Test
  void shouldSayThatNobodyLostARowOnlyWhereAllOthersAreComplete() {
    assertThat(report(0, List.of(FORGOTTEN, COMPLETE)).text())
        .contains("No row of another unit was removed as a duplicate of these rows.");
    assertThat(report(7, List.of(FORGOTTEN, COMPLETE)).text())
        .contains("removed as duplicates of these rows are not restored: at most 7 rows.");
    for (long duplicates : new long[] {0, 7}) {
      ResetReport report = report(duplicates, List.of(FORGOTTEN, COMPLETE, HALF_READ));
      assertThat(report.incompleteOthers()).containsExactly(HALF_READ);
      assertThat(report.text())
          .contains(
              "at most "
                  + duplicates
                  + " rows of complete units, and an unknown number of rows of ")
          .contains(HALF_READ)
          .doesNotContain("No row of another unit");
    }
  }
}
