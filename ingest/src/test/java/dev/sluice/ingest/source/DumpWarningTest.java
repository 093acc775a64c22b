package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.DumpPath;
import dev.sluice.core.DumpRule;
import dev.sluice.core.Unit;
import dev.sluice.ingest.TestingSources;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.topics.progress.ListedFile;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DumpWarningTest {
  private static final List<UnitPlan> PLANS =
      List.of(plan(".", "books/a.parquet", "x.parquet"), plan("CC-MAIN-2024-10", "y.parquet"));

  private static UnitPlan plan(String unit, String... paths) {
    return new UnitPlan(
        new Unit(unit, 1), Stream.of(paths).map(path -> new ListedFile(path, 1, 1)).toList());
  }

  private static Optional<String> warning(DumpRule rule, List<UnitPlan> plans) {
    FieldRules rules = new FieldRules(rule, OptionalDouble.empty());
    return ColumnSurvey.dumpWarning(
        new SourceColumns(TestingSources.COLUMNS, Set.of(), rules), plans);
  }

  @Test
  void shouldCountTheFilesWithoutADumpAndNameOne() {
    DumpRule rule = new DumpRule.OfPath(DumpPath.of("(?<dump>[^/]+)/"));
    assertThat(warning(rule, PLANS))
        .contains(
            "input.dump.path finds no dump in the paths of 2 of 3 files, such as x.parquet: the"
                + " rows of these files go to the directory 'unknown'");
    assertThat(warning(rule, List.of(plan(".", "books/a.parquet")))).isEmpty();
  }

  @Test
  void shouldSayNothingOfOtherRules() {
    assertThat(warning(new DumpRule.Crawls(), PLANS)).isEmpty();
    assertThat(warning(new DumpRule.Constant("books"), PLANS)).isEmpty();
  }
}
