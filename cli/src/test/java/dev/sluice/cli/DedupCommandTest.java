package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.app.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DedupCommandTest {
  private static final String TEXT = "one two three four five six seven";

  @TempDir private Path directory;
  private String input;
  private String output;

  @BeforeEach
  void writeInput() throws IOException {
    Path file = directory.resolve("in.jsonl");
    String line = "{\"text\":\"%s\"}\n".formatted(TEXT);
    Files.writeString(file, line + line + "{\"text\":null}\n");
    input = file.toString();
    output = directory.resolve("out").toString();
  }

  private TestingProgram.Ended run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("dedup", "--progress", "none"));
    all.addAll(List.of("--max-document-size", "1MiB", "--input", input, "--output", output));
    all.addAll(List.of(arguments));
    return TestingProgram.run(all.toArray(String[]::new));
  }

  @Test
  void shouldReportWhatItRemovedAndThatItIsFinished() throws Exception {
    TestingProgram.Ended first = run();
    TestingProgram.Ended second = run("--json");
    assertThat(first.err()).isEmpty();
    assertThat(first.exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(first.out())
        .contains(" 3  rows read\n", " 1  rows kept\n", " 1  duplicates removed\n");
    assertThat(second.err()).contains("finished already: " + output);
    JsonNode json = new ObjectMapper().readTree(second.out());
    assertThat(json.path("arguments").path("threshold").asDouble()).isEqualTo(0.95);
  }

  @Test
  void shouldWriteThePageOfAFinishedResultTheSame() throws Exception {
    Path file = directory.resolve("pages/first.html");
    assertThat(run("--html", file.toString()).exitCode()).isEqualTo(ExitCode.DONE);
    Path again = directory.resolve("again.html");
    assertThat(run("--html", again.toString()).err()).contains("finished already");
    assertThat(again).hasSameBinaryContentAs(file);
    assertThat(Files.readString(file))
        .contains("<dt>Duplicates removed</dt><dd>1</dd>", "<caption>By file</caption>")
        .doesNotContain("<script");

    Path blocked = Files.writeString(directory.resolve("blocked"), "").resolve("page.html");
    TestingProgram.Ended refused = run("--html", blocked.toString());
    assertThat(refused.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("dedup: " + directory.resolve("blocked"));
  }

  @Test
  void shouldSayWhatIsWrongWithParts() {
    TestingProgram.Ended ended = run("--part", "0/2", "--html", "page.html");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err().lines())
        .containsExactly(
            "sluice: --part: 0/2: parts are numbered from 1/N to N/N, where N is at most"
                + " 100,000",
            "sluice: --html: needs all parts; pass this option with --join");
  }

  @Test
  void shouldTakeEachMethodAndRule() throws Exception {
    for (String more :
        List.of(
            "--threshold 0.9 --guard 0.5",
            "--keep longest",
            "--method simhash",
            "--method exact --normalise none",
            "--work-dir " + directory.resolve("work"))) {
      output = directory.resolve(more.replace(' ', '_').replace('/', '_')).toString();
      TestingProgram.Ended ended = run(more.split(" "));
      assertThat(ended.err()).as(more).isEmpty();
      assertThat(ended.out()).as(more).contains(" 1  duplicates removed\n");
    }
    assertThat(directory.resolve("work")).isEmptyDirectory();
  }

  /** A paragraph in Chinese and 100 copies with some characters changed, among other texts. */
  private static List<String> editedCopies(int edits) throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    String paragraph = chineseParagraph();
    List<String> texts = new ArrayList<>(List.of(paragraph));
    for (int i = 0; i < 100; i++) {
      StringBuilder copy = new StringBuilder(paragraph);
      for (int edit = 0; edit < edits; edit++) {
        copy.setCharAt(random.nextInt(copy.length()), (char) (0x4E00 + random.nextInt(5_000)));
      }
      texts.add(copy.toString());
      texts.add(random.ints(80, 'a', 'z' + 1).mapToObj(Character::toString).collect(joining("b ")));
    }
    return texts;
  }

  private static String chineseParagraph() throws IOException {
    try (InputStream in = DedupCommandTest.class.getResourceAsStream("chinese-paragraph.txt")) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @ParameterizedTest
  @CsvSource({"--keep first, 5, 100", "--method simhash, 1, 70"})
  void shouldFindNearDuplicatesInScriptsWithoutSpaces(String more, int edits, int least)
      throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    StringBuilder lines = new StringBuilder();
    for (String text : editedCopies(edits)) {
      lines.append(mapper.writeValueAsString(Map.of("text", text))).append('\n');
    }
    Files.writeString(Path.of(input), lines);
    TestingProgram.Ended ended = run((more + " --json").split(" "));
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.DONE);
    JsonNode report = mapper.readTree(ended.out());
    assertThat(report.path("duplicates_removed").asInt()).isBetween(least, 100);
  }

  @Test
  void shouldWaitForADecisionWhereTheGuardStops() throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    StringBuilder lines = new StringBuilder();
    for (int copy = 0; copy < 2; copy++) {
      for (String text : editedCopies(2)) {
        lines.append(mapper.writeValueAsString(Map.of("text", text + copy))).append('\n');
      }
    }
    Files.writeString(Path.of(input), lines);
    TestingProgram.Ended stopped = run("--guard", "0.3");
    assertThat(stopped.exitCode()).isEqualTo(ExitCode.UNDECIDED);
    assertThat(stopped.err())
        .contains("documents (", "lists them with the kept documents", "with --guard 1");
    assertThat(Path.of(output).resolve("in.jsonl")).doesNotExist();
    assertThat(run("--guard", "0.3").exitCode()).isEqualTo(ExitCode.UNDECIDED);
    assertThat(run("--guard", "1").exitCode()).isEqualTo(ExitCode.DONE);
    assertThat(Path.of(output).resolve("in.jsonl")).exists();
  }

  @Test
  void shouldTakeRepeatedLinesOut() throws Exception {
    TestingProgram.Ended ended = run("--method", "exact", "--unit", "line");
    assertThat(ended.err()).isEmpty();
    assertThat(ended.out())
        .contains(" 2  paragraphs or lines read\n", " 1  paragraphs or lines removed\n")
        .doesNotContain("clusters");
  }

  private TestingProgram.Ended runRecipe(String recipe, String... arguments) throws IOException {
    Path file = Files.writeString(directory.resolve("recipe.yaml"), recipe);
    List<String> all = new ArrayList<>(List.of("-q", "dedup", "-c", file.toString()));
    all.addAll(List.of(arguments));
    return TestingProgram.run(all.toArray(String[]::new));
  }

  @Test
  void shouldReadARecipeOfDataJuicer() throws Exception {
    String recipe =
        """
        project_name: 'demo-dedup'
        dataset_path: '%s'
        export_path: '%s'
        executor_type: 'ray'
        process:
          - ray_bts_minhash_deduplicator:
              tokenization: 'character'
              ignore_pattern: None
              jaccard_threshold: 0.8
              union_threshold: 256
        """
            .formatted(input, output);
    TestingProgram.Ended ended = runRecipe(recipe, "--json", "--max-document-size", "1MiB");
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.DONE);
    assertThat(ended.err())
        .contains(
            "warning: executor_type", "union_threshold", "tokenization", "has no effect in Sluice")
        .contains("deduplicator (", "removes fewer documents than Data-Juicer");
    JsonNode arguments = new ObjectMapper().readTree(ended.out()).path("arguments");
    assertThat(arguments.path("method").asText()).isEqualTo("minhash");
    assertThat(arguments.path("threshold").asDouble()).isEqualTo(0.9);
  }

  @Test
  void shouldReadARecipeOfItsOwnOptions() throws Exception {
    String recipe = "process: [dedup: {method: exact, unit: line}]";
    TestingProgram.Ended ended =
        runRecipe(recipe, "--input", input, "--output", output, "--max-document-size", "1MiB");
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.DONE);
    assertThat(ended.out()).contains(" 1  paragraphs or lines removed\n");
  }

  @Test
  void shouldWarnOfScorers() throws Exception {
    String recipe =
        """
        process: [dedup: {method: exact}]
        scorers: [fasttext: {model: none.bin, label: hq}]
        """;
    TestingProgram.Ended ended =
        runRecipe(recipe, "--input", input, "--output", output, "--max-document-size", "1MiB");
    assertThat(ended.exitCode()).as(ended.err()).isEqualTo(ExitCode.DONE);
    assertThat(ended.err())
        .contains("warning: scorers (", "has no effect in dedup: process writes scores");
  }

  @Test
  void shouldReportWhatIsWrongWithARecipe() throws Exception {
    assertThat(runRecipe("process: [dedup: {metod: exact}, urls: ]\noutpt: x").err())
        .contains("process.0.dedup.metod", "did you mean method?")
        .contains("must contain one deduplicator, not 2 operators")
        .contains("outpt", "unknown key");
    assertThat(runRecipe("process: [words_num_filter: {min_num: 3}]").err())
        .contains("a separate recipe for `sluice process -c`");
    assertThat(
            runRecipe(
                    "process: [document_minhash_deduplicator: {ignore_pattern: '[0-9]',"
                        + " windw_size: 4}]")
                .err())
        .contains("\"[0-9]\" is not supported; must be one of none", "did you mean window_size?");
    assertThat(runRecipe("process: [dedup: {threshold: many}]", "--input", input).err())
        .contains("--config", "many");
    assertThat(runRecipe("process: [dedup: ]", "--input", input).err())
        .contains("--output: is missing");
  }

  @Test
  void shouldListEveryProblem() {
    TestingProgram.Ended ended = run("--threads", "0", "--threshold", "0.7", "--guard", "1.5");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err())
        .contains("--threads")
        .contains("--threshold", "0.7 is out of range; must be from 0.9 to 1")
        .contains("--guard", "1.5 is out of range; must be from 0 to 1");
    assertThat(run("--method", "minhsh", "--keep", "best").err())
        .contains(
            "'--method': \"minhsh\" is not allowed; must be one of minhash, simhash, exact; did you"
                + " mean minhash?")
        .contains("\"best\" is not allowed; must be one of first, highest-score, longest");
  }

  @Test
  void shouldRefuseWhatDoesNotGoTogether() {
    assertThat(run("--method", "simhash", "--threshold", "0.95", "--normalise", "none").err())
        .contains("--threshold", "--normalise", "cannot be used with --method simhash");
    assertThat(run("--unit", "line").err())
        .contains("--unit", "cannot be used with --method minhash");
    assertThat(run("--method", "exact", "--guard", "0.3").err())
        .contains("--guard", "cannot be used with --method exact");
    assertThat(run("--method", "exact", "--unit", "line", "--keep", "longest").err())
        .contains("longest applies only to whole documents");
    assertThat(run("--check-threshold", "0.8").err())
        .contains("Unknown options: '--check-threshold'");
    assertThat(run("--treshold", "0.9").err()).contains("did you mean --threshold?");
    assertThat(Path.of(output)).doesNotExist();
  }
}
