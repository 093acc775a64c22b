package dev.sluice.ingest.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.DumpRule;
import dev.sluice.core.Unit;
import dev.sluice.core.filter.Filter;
import dev.sluice.ingest.TestingSources;
import dev.sluice.settings.InputSelection;
import dev.sluice.settings.SourceColumns;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ColumnRole;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.text.TextFormat;
import dev.sluice.topics.progress.ListedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceSelectionTest {
  private static final Set<String> ALL = Set.of();
  private static final ColumnMapping OTHER =
      new ColumnMapping(Optional.empty(), "content", "quality", Optional.empty());

  private static final ColumnMapping MISTYPED =
      new ColumnMapping(Optional.of("ids"), "text", "score", Optional.of("crawl"));

  private static final String NO_PARQUET = " matches input.pattern **/*.parquet";

  @TempDir Path root;

  private void source(String path) throws IOException {
    TestingSources.write(root.resolve(path), TestingSources.rows(1, 10), 10);
  }

  private void broken(String path) throws IOException {
    Files.createDirectories(root.resolve(path).getParent());
    Files.writeString(root.resolve(path), "this is no Parquet file at all");
  }

  private SourceSelection scan(ColumnMapping columns) throws IOException {
    return scan(columns, Set.of());
  }

  private SourceSelection scan(ColumnMapping columns, Set<ColumnRole> named) throws IOException {
    return SourceSelection.scan(
        InputSelection.of(List.of(root)),
        Optional.of("**/*.parquet"),
        new SourceColumns(columns, named));
  }

  private SourceSelection scanAll(ColumnMapping columns) throws IOException {
    return SourceSelection.scan(
        InputSelection.of(List.of(root)), Optional.empty(), new SourceColumns(columns, Set.of()));
  }

  private List<String> problems(Set<String> dumps) throws IOException {
    return scan(TestingSources.COLUMNS).problems(dumps);
  }

  @Test
  void shouldHaveNoProblemWithASourceThatFits() throws IOException {
    source("data/CC-MAIN-2024-10/0.parquet");
    broken("data/CC-MAIN-2024-10/1.parquet");

    assertThat(problems(ALL)).isEmpty();
    assertThat(problems(Set.of("CC-MAIN-2024-10"))).isEmpty();
  }

  /** Unless a pattern selects them, as files. */
  @Test
  void shouldRefuseATable() throws IOException {
    source("lake/0.parquet");
    broken("lake/_delta_log/00000000000000000000.json");

    assertThat(problems(ALL)).isEmpty();
    SourceColumns columns = new SourceColumns(TestingSources.COLUMNS, Set.of());
    assertThat(
            SourceSelection.scan(InputSelection.of(List.of(root)), Optional.empty(), columns)
                .problems(ALL))
        .singleElement()
        .asString()
        .startsWith("input.path: %s: lake/_delta_log/ is the log of a Delta table".formatted(root));
    List<Path> glob = List.of(root.resolve("lake/*.parquet"));
    assertThat(
            SourceSelection.scan(InputSelection.of(glob), Optional.empty(), columns).problems(ALL))
        .isEmpty();
  }

  @Test
  void shouldSayThatThereAreNoFiles() throws IOException {
    Files.writeString(root.resolve("a.csv"), "a");

    assertThat(problems(ALL)).containsExactly("input.path: no file in " + root + NO_PARQUET);
    SourceColumns columns = new SourceColumns(TestingSources.COLUMNS, Set.of());
    assertThat(
            SourceSelection.scan(InputSelection.of(List.of(root)), Optional.empty(), columns)
                .problems(ALL))
        .containsExactly(
            "input.path: no file in " + root + " ends in one of " + TextFormat.ENDINGS);
  }

  @Test
  void shouldNameEachInputWithoutFiles() throws IOException {
    source("a/0.parquet");
    Files.createDirectories(root.resolve("b"));
    InputSelection input =
        InputSelection.of(
            List.of(root.resolve("a"), root.resolve("b"), root.resolve("a/1*"), root.resolve("?")));
    SourceSelection selection =
        SourceSelection.scan(
            input,
            Optional.of("**/*.parquet"),
            new SourceColumns(TestingSources.COLUMNS, Set.of()));
    List<String> unmatched = new ArrayList<>();
    selection.checkGlobs(unmatched);

    assertThat(selection.problems(ALL))
        .containsExactly(
            "input.path: no file in " + root + "/b" + NO_PARQUET,
            "input.path: no file matches "
                + root
                + "/a/1*, and no file below a matching directory matches input.pattern"
                + " **/*.parquet");
    assertThat(unmatched).containsExactly(selection.problems(ALL).get(1));
  }

  @Test
  void shouldListTheDumpsThereAreForAnUnknownOne() throws IOException {
    source("data/CC-MAIN-2024-10/0.parquet");
    source("data/CC-MAIN-2024-18/0.parquet");

    assertThat(problems(Set.of("CC-MAIN-2024-18", "CC-MAIN-2025-01", "CC-MAIN-2013-20")))
        .containsExactly(
            "--dump CC-MAIN-2013-20, CC-MAIN-2025-01: no such directory in %s, which has CC-MAIN-2024-10, CC-MAIN-2024-18"
                .formatted(root));
  }

  @Test
  void shouldSayThatThereAreNoDirectoriesOfDumps() throws IOException {
    source("0.parquet");

    assertThat(problems(Set.of("CC-MAIN-2024-10")))
        .containsExactly(
            "--dump CC-MAIN-2024-10: no such directory in %s, which has no CC-MAIN-* directories"
                .formatted(root));
  }

  @Test
  void shouldNameTheColumnsThereAreWhenNoFileHasWhatIsNeeded() throws IOException {
    source("0.parquet");
    source("1.parquet");

    assertThat(scan(OTHER).problems(ALL))
        .containsExactly(
            "input.columns.text: no file has the column content; 0.parquet has text (binary"
                + " STRING), id (binary STRING), dump (binary STRING), score (double). Specify the"
                + " right column: --set input.columns.text=text",
            "input.columns.score: no file has the column quality; 0.parquet has text (binary"
                + " STRING), id (binary STRING), dump (binary STRING), score (double). Specify the"
                + " right column: --set input.columns.score=score");
  }

  @Test
  void shouldFindColumnsInDirectories() throws IOException {
    source("quality=3/0.parquet");
    ColumnMapping columns =
        new ColumnMapping(Optional.of("id"), "text", "quality", Optional.of("crawl"));

    assertThat(scan(columns).problems(ALL)).isEmpty();
    assertThat(scan(columns, Set.of(ColumnRole.DUMP)).problems(ALL))
        .singleElement()
        .asString()
        .contains(
            "no file has the column crawl", ", quality (directory). Specify the right column");
  }

  /** Filters do not read them, and would pass no row. */
  @Test
  void shouldFindColumnsOfAFilterInDirectories() throws IOException {
    source("lang=en/0.parquet");
    assertThat(scan(filtered("lang == 'en'")).problems(ALL)).isEmpty();
    assertThat(scan(filtered("lang > 3")).problems(ALL))
        .singleElement()
        .asString()
        .contains(
            "0.parquet: filter: column lang is string, but is compared with 3; expected a string in"
                + " quotes; the directories of the path specify lang=en");
    assertThat(scan(filtered("langs == 'en'")).problems(ALL))
        .singleElement()
        .asString()
        .startsWith("filter: no file has the column langs")
        .endsWith("did you mean lang?");
  }

  @Test
  void shouldFindColumnsOfAFilterInJson() throws IOException {
    Files.writeString(
        root.resolve("0.jsonl"),
        "{\"text\": \"a\", \"score\": 1}\n{\"text\": \"a\", \"meta\": {\"lang\": null}}");
    assertThat(scanAll(filtered("meta.lang == 'en' and meta is not null")).problems(ALL)).isEmpty();
    assertThat(scanAll(filtered("meta.langs == 'en'")).problems(ALL))
        .singleElement()
        .asString()
        .startsWith("filter: no file has the column meta.langs; 0.jsonl has score (JSON), text");
  }

  @Test
  void shouldSayWhichColumnAFilterMayMean() throws IOException {
    source("0.parquet");

    assertThat(scan(filtered("scor > 3 && dump == main")).problems(ALL))
        .containsExactly(
            "filter: no file has the column scor; 0.parquet has text (binary STRING), id (binary"
                + " STRING), dump (binary STRING), score (double); did you mean score?",
            "filter: no file has the column main; 0.parquet has text (binary STRING), id (binary"
                + " STRING), dump (binary STRING), score (double); if a string is meant, put it in"
                + " quotes: 'main'");
    assertThat(scan(filtered("score == 'x'")).problems(ALL))
        .singleElement()
        .asString()
        .startsWith("input.path: no file fits the configuration: ")
        .contains("0.parquet: filter: column score is floating-point, but is compared with 'x'");
  }

  private static ColumnMapping filtered(String filter) {
    return TestingSources.COLUMNS.filtered(Optional.of(Filter.parse(filter)));
  }

  @Test
  void shouldRefuseOptionalColumnsThatWereNamedAndThatNoFileHas() throws IOException {
    source("0.parquet");
    broken("1.parquet");

    List<String> problems = scan(MISTYPED, Set.of(ColumnRole.ID, ColumnRole.DUMP)).problems(ALL);

    assertThat(problems).hasSize(2);
    assertThat(problems.get(0))
        .startsWith("input.columns.id: no file has the column ids; 0.parquet has text (")
        .endsWith("--set input.columns.id=id, or =null if no file has such a column");
    assertThat(problems.get(1))
        .startsWith("input.columns.dump: no file has the column crawl")
        .endsWith("--set input.columns.dump=dump, or =null if no file has such a column");
    assertThat(scan(MISTYPED, Set.of()).problems(ALL)).isEmpty();
    assertThat(scan(TestingSources.COLUMNS, Set.of(ColumnRole.ID, ColumnRole.DUMP)).problems(ALL))
        .isEmpty();
  }

  @Test
  void shouldNameTheKeyThatNamesTheColumnOfDumps() throws IOException {
    source("0.parquet");
    FieldRules names = new FieldRules(new DumpRule.Names(), OptionalDouble.empty());
    SourceColumns columns = new SourceColumns(MISTYPED, Set.of(ColumnRole.DUMP), names);

    assertThat(
            SourceSelection.scan(
                    InputSelection.of(List.of(root)), Optional.of("**/*.parquet"), columns)
                .problems(ALL))
        .singleElement()
        .asString()
        .startsWith("input.dump.column: no file has the column crawl")
        .endsWith("--set input.dump.column=dump, or =null if no file has such a column");
  }

  @Test
  void shouldReportWhichOptionalColumnsNoFileHas() throws IOException {
    source("0.parquet");
    List<UnitPlan> plans =
        List.of(new UnitPlan(new Unit("data/CC-MAIN-2024-10", 1), scan(OTHER).found()));

    assertThat(scan(MISTYPED).columns(plans).warnings(plans))
        .containsExactly(
            "no file has the column ids: ids are derived from path and row, so duplicates in"
                + " different files are not found. Start a new output with --set"
                + " input.columns.id=id if a different column holds ids, or with --set"
                + " input.id=text-hash to use hashes of the texts as ids",
            "no file has the column crawl: all documents go to the directory 'unknown'. If a"
                + " different column names dumps, start a new output with --set"
                + " input.columns.dump=dump");
    assertThat(scan(TestingSources.COLUMNS).columns(plans).warnings(plans)).isEmpty();
    assertThat(scan(OTHER).columns(plans).warnings(plans)).isEmpty();
  }

  @Test
  void shouldLookOnlyAtWhatIsAskedForWhenItComesToColumns() throws IOException {
    source("data/CC-MAIN-2024-10/0.parquet");
    broken("data/CC-MAIN-2024-18/0.parquet");

    assertThat(scan(OTHER).problems(Set.of("CC-MAIN-2024-18"))).isEmpty();
    assertThat(scan(OTHER).problems(Set.of("CC-MAIN-2024-10"))).hasSize(2);
  }

  @Test
  void shouldNotBlameColumnsForFilesThatAreBroken() throws IOException {
    broken("0.parquet");
    broken("1.parquet");

    assertThat(problems(ALL)).isEmpty();
  }

  @Test
  void shouldNameFilesOfABegunUnitThatAreGoneOrChanged() throws IOException {
    source("data/CC-MAIN-2024-10/0.parquet");
    UnitPlan plan =
        new UnitPlan(
            new Unit("data/CC-MAIN-2024-10", 1),
            List.of(
                new ListedFile("data/CC-MAIN-2024-10/0.parquet", 1, 1),
                new ListedFile("data/CC-MAIN-2024-10/1.parquet", 1, 1)));
    List<String> problems = new ArrayList<>();

    scan(TestingSources.COLUMNS).checkUnchanged(List.of(plan), problems);

    assertThat(problems).hasSize(2);
    assertThat(problems.get(0))
        .contains("data/CC-MAIN-2024-10/0.parquet")
        .contains("but had 1 when its unit started");
    assertThat(problems.get(1)).contains("data/CC-MAIN-2024-10/1.parquet").contains("is missing");
  }
}
