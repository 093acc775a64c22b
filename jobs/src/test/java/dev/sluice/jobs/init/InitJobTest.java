package dev.sluice.jobs.init;

import static dev.sluice.jobs.init.TestingInit.init;
import static dev.sluice.jobs.init.TestingInit.unbroken;
import static dev.sluice.jobs.init.TestingInit.values;
import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations for data sets of known layouts, and for inputs of any number and quality. */
class InitJobTest {
  @TempDir private Path root;
  private TestingLayouts layouts;

  @BeforeEach
  void start() {
    layouts = new TestingLayouts(root);
  }

  private void small(String name, int rows) throws IOException {
    layouts.table(
        name,
        "message m { optional binary text (STRING); optional double score; }",
        rows,
        (row, group) -> group.append("text", layouts.text()).append("score", (double) row));
  }

  @Test
  void shouldKnowFineWebEdu() throws Exception {
    layouts.fineWebEdu(120);
    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome))
        .contains("text: text", "id: id", "score: score", "dump: dump", "language: en")
        .contains("min: 0.0", "max: 6.0", "partition-by: [bucket, dump]")
        .contains("- {name: \"2.8\", min: 2.8, max: 3.0, rate: 0.3}")
        .contains("- {name: \"4.0\", min: 4.0, max: inf, rate: 1.0}")
        .noneMatch(line -> line.startsWith("scale:") || line.startsWith("scope:"));
    assertThat(outcome.text())
        .contains("others: language_score, int_score")
        .contains("2 dumps in the sample: CC-MAIN-2023-50, CC-MAIN-2024-10")
        .contains("240 rows of about 240")
        .contains("# 10.0 %; 24 rows\n");
    assertThat(outcome.warnings()).isEmpty();
    assertThat(outcome.quarantined()).isEmpty();
    assertThat(outcome.text()).contains("# near-dedup:").doesNotContain("edited copies");
  }

  @Test
  void shouldKnowFineWebByItsLanguageScore() throws Exception {
    layouts.fineWeb(400);
    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome))
        .contains("score: language_score", "min: 0.0", "max: 1.0")
        .filteredOn(line -> line.startsWith("- {name"))
        .hasSize(4)
        .anyMatch(line -> line.startsWith("- {name: \"0.0\", min: 0.0, max: 0.7"))
        .anyMatch(line -> line.endsWith("max: inf, rate: 1.0}"));
    assertThat(outcome.warnings())
        .containsExactly(
            "score: language_score is the confidence of a language identification, not a measure of"
                + " quality");
  }

  @Test
  void shouldKnowFineWebEduChineseByItsDirectories() throws Exception {
    layouts.chinese(100);
    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome))
        .contains("language: zh", "id: null", "dump: null", "score: score", "scale: 5.0")
        .contains("scope: none", "partition-by: [bucket]", "max: 6.0")
        .contains("- {name: \"3.5\", min: 3.5, max: 4.0, rate: 0.8}");
    assertThat(outcome.text())
        .contains("200 scores from 3.", "scaled", "directories such as 4_5")
        .contains("set input.id to text-hash, and remove these lines:\ndedup:\n  scope: none");
  }

  @Test
  void shouldKnowNemotronMathByAFieldOfAStruct() throws Exception {
    layouts.nemotronMath(100);
    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome))
        .contains("score: metadata.finemath_scores", "id: id", "text: text", "dump: null")
        .doesNotContain("- {name: \"2.8\", min: 2.8, max: 3.0, rate: 0.3}");
    assertThat(outcome.text())
        .contains(
            "not used: metadata.category (text), metadata.models.list.element (neither text nor")
        .contains("number)");
  }

  @Test
  void shouldReadJsonLines() throws Exception {
    layouts.lines("a.jsonl", 150);
    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome))
        .contains("text: raw_content", "id: doc_id", "score: meta.quality_score", "language: de")
        .contains("max: 100.0");
    assertThat(outcome.warnings()).isEmpty();
    assertThat(values(outcome)).doesNotContain("pattern");
    assertThat(outcome.text()).contains("1 file, ", "150 rows of about 150");
  }

  @Test
  void shouldGuessByValuesWhereNamesSayNothing() throws Exception {
    layouts.rows(
        """
          optional binary headline (STRING); optional binary it"em (STRING);
          optional float worth; optional int32 n;
        """,
        80,
        (row, group) ->
            group
                .append("headline", "h" + row)
                .append("it\"em", layouts.text())
                .append("worth", (float) -row)
                .append("n", row));
    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome))
        .contains("text: \"it\\\"em\"", "id: null", "score: worth", "min: -100.0", "max: 0.0")
        .contains("- {name: \"q1\", min: -100.0, max: -60.0, rate: 0.3}");
    assertThat(outcome.warnings())
        .hasSize(2)
        .anyMatch(
            each ->
                each.startsWith(
                    "text: no column has the name of a text column; it\"em has the longest"))
        .anyMatch(each -> each.contains("worth is the only column of numbers with a fraction"));
    assertThat(unbroken(outcome)).contains("others: headline");
  }

  @Test
  void shouldTakeSeveralInputsAndDocumentsWithoutScores() throws Exception {
    layouts.table(
        "a/a.parquet",
        "message m { optional binary text (STRING); optional int64 tokens; optional int64 words; }",
        5,
        (row, group) -> group.append("text", layouts.text()));
    small("b/b.parquet", 5);
    InitJob.Outcome unscored = init(root.resolve("a"));
    InitJob.Outcome several = init(root.resolve("a"), root.resolve("b"));

    assertThat(values(unscored)).contains("score: null", "constant: 1.0");
    assertThat(unscored.text()).contains("  - {name: \"all\", min: 0.0, max: inf, rate: 1.0}\n");
    assertThat(values(several))
        .contains("path:", "- " + root.resolve("a"), "- " + root.resolve("b"));
    assertThat(several.warnings())
        .anyMatch(each -> each.contains("score: missing in 1 of 2 schemas, first in a.parquet"));
  }

  @Test
  void shouldNameTheFilesOfAGlobAndOfASingleFile() throws Exception {
    small("x/CC-MAIN-2024-10/a.parquet", 5);
    small("x/CC-MAIN-2024-18/b [1].parquet", 5);
    Path directory = root.resolve("x");

    assertThat(values(init(directory.resolve("CC-*-10"))))
        .contains("path: \"" + directory + "/CC-*-10\"");
    InitJob.Outcome single = init(directory.resolve("CC-MAIN-2024-18/b [1].parquet"));
    assertThat(unbroken(single))
        .contains("path: \"" + directory + "/CC-MAIN-2024-18/b [1].parquet")
        .contains("directories named after dumps (CC-MAIN-2024-18) are read as units");
  }

  @Test
  void shouldQuarantineBrokenFilesAndReadTheOthers() throws Exception {
    small("a.parquet", 5);
    Files.writeString(root.resolve("b.parquet"), "no Parquet");
    Files.writeString(root.resolve("c.jsonl.gz"), "not packed");
    Files.createSymbolicLink(root.resolve("d.jsonl"), root.resolve("nowhere"));
    InitJob.Outcome outcome = init(root);

    assertThat(outcome.quarantined())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("b.parquet: not a Parquet file"))
        .anyMatch(line -> line.startsWith("c.jsonl.gz: it is not compressed with gzip"))
        .anyMatch(line -> line.startsWith("d.jsonl: is a link to"));
    assertThat(values(outcome)).contains("text: text", "score: score");
  }

  @Test
  void shouldRefuseWhatGivesNothing() throws Exception {
    Path empty = Files.createDirectory(root.resolve("empty"));
    assertThatThrownBy(() -> init(empty)).isInstanceOf(TextInputs.TextInputException.class);
    Files.writeString(empty.resolve("a.jsonl"), "");
    assertRefusal(() -> init(empty), "no usable column in 1 file");
    Files.writeString(empty.resolve("b.parquet"), "no Parquet");
    assertRefusal(
        () -> init(empty),
        "none of the 2 files can be used; the first problem is: b.parquet: not a Parquet");
  }

  @Test
  void shouldGuessByNamesWhereThereAreNoRows() throws Exception {
    small("a.parquet", 0);
    InitJob.Outcome outcome = init(root);
    assertThat(values(outcome)).contains("text: text", "score: score").doesNotContain("buckets:");
    assertThat(outcome.text()).contains("there are no rows");
  }

  @Test
  void shouldBoundWhatItSaysOfManyColumns() throws Exception {
    String columns =
        IntStream.range(0, 10_000)
            .mapToObj("optional double c%d;"::formatted)
            .collect(Collectors.joining());
    layouts.rows(
        "%s optional binary text (STRING); optional double score; ".formatted(columns),
        3,
        (row, group) -> group.append("text", layouts.text()).append("score", 1.0 * row));
    InitJob.Outcome outcome = init(root);

    assertThat(values(outcome)).contains("text: text", "score: score");
    assertThat(outcome.text()).contains("and 9,980 more").hasSizeLessThan(6_000);
    assertThat(outcome.text().lines()).allMatch(line -> line.length() <= 120);
  }

  @Test
  void shouldReadABoundedNumberOfManyFilesAndAlwaysTheSame() throws Exception {
    for (int file = 0; file < 250; file++) {
      Files.writeString(
          root.resolve("%03d.jsonl".formatted(file)),
          "{\"text\": \"%s\", \"score\": %d.5}\n".formatted(layouts.text(), file).repeat(4));
    }
    InitJob.Outcome outcome = init(root);

    assertThat(outcome.text()).contains("250 files, ", "; 400 rows of about ");
    assertThat(init(root).text()).isEqualTo(outcome.text());
  }

  @Test
  void shouldExtrapolateFromPartOfTheRows() throws Exception {
    small("a.parquet", 12_000);
    InitJob.Outcome outcome = init(root);

    assertThat(outcome.text())
        .contains("5,000 rows of about 12,000")
        .containsPattern("rate: 0.3}\\s+# 2[45]\\.\\d %; 900 rows");
  }
}
