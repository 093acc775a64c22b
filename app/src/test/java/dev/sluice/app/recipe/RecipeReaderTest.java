package dev.sluice.app.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.operators.BoundOperator;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorChain;
import dev.sluice.operators.standard.StandardOperators;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipeReaderTest {
  @TempDir private Path directory;

  @Test
  void shouldReadOperatorsWithTheirParameters() throws IOException {
    Recipe recipe =
        read(
            """
            project_name: demo
            dataset_path: in
            export_path: out/part
            process:
              - lowercase:
              - whitespace
              - gopher-repetition: {max-top-2-grams: off, words: whitespace}
              - field-in:
                  field: language
                  values: [en, "no"]
            """);
    assertThat(recipe.projectName()).contains("demo");
    assertThat(recipe.datasetPath()).contains("in");
    assertThat(recipe.exportPath()).contains("out/part");
    assertThat(recipe.chain().operators())
        .extracting(BoundOperator::name)
        .containsExactly("lowercase", "whitespace", "gopher-repetition", "field-in");
    assertThat(recipe.chain().operators().get(2).arguments())
        .containsEntry("max-top-2-grams", "off")
        .containsEntry("max-top-3-grams", "0.18");
    assertThat(recipe.chain().requiredFields()).containsExactly("language");
  }

  @Test
  void shouldReportEveryProblemAtOnce() throws IOException {
    assertThat(
            problems(
                """
                proces: []
                npp: 4
                export_path: [a]
                process:
                  - lower-case:
                  - word-count: {min: x, mix: 3, max: {a: 1}}
                  - [urls]
                  - emails: run
                  - urls: {bare: true, bare: false}
                scorers:
                  - lowercase:
                  - fastext:
                """))
        .containsExactly(
            "process.4.urls.bare (FILE:9): duplicate key: it appears twice",
            "proces (FILE:1): unknown key; did you mean process?",
            "npp (FILE:2): unknown key; valid names are dataset_path, export_path, process,"
                + " project_name, scorers, text_keys",
            "scorers.0.lowercase (FILE:11): unknown scorer; run sluice operators for a list",
            "scorers.1.fastext (FILE:12): unknown scorer; did you mean fasttext?",
            "process.0.lower-case (FILE:5): unknown operator; did you mean lowercase?",
            "process.1.max (FILE:6): must be a value or a list",
            "process.1.word-count.mix (FILE:6): unknown parameter; did you mean min?",
            "process.1.word-count.min (FILE:6): \"x\" is not allowed; must be a number from 0, or"
                + " off",
            "process.2 (FILE:7): must be an operator: - name: {parameter: value}",
            "process.3 (FILE:8): must be a map of parameters to values",
            "export_path (FILE:3): must be a single value");
  }

  @Test
  void shouldReadARecipeOfDataJuicer() throws IOException {
    Recipe recipe =
        read(
            """
            project_name: 'demo'
            dataset_path: './in.jsonl'
            export_path: './out'
            np: 4
            executor_type: ray
            open_tracer: true
            text_keys: [content, text]
            process:
              - fix_unicode_mapper:
              - words_num_filter:
                  lang: en
                  min_num: 3
                  num_proc: 2
            """);
    assertThat(recipe.textColumn()).contains("content");
    assertThat(recipe.chain().operators())
        .extracting(BoundOperator::name)
        .containsExactly("fix-mojibake", "unicode-normalise", "word-count");
    assertThat(recipe.warnings())
        .map(
            warning ->
                warning.toString().replace(directory.resolve("recipe.yaml").toString(), "FILE"))
        .containsExactly(
            "np (FILE:4): has no effect here: all cores work; --workers sets another number",
            "executor_type (FILE:5): has no effect here: files are processed on this machine",
            "open_tracer (FILE:6): has no effect here: --trace N keeps examples of what operators"
                + " did",
            "process.1.words_num_filter.num_proc (FILE:13): has no effect here");
  }

  @Test
  void shouldTreatNullAsMissing() throws IOException {
    Recipe recipe =
        read("{dataset_path: null, export_path: ~, text_keys: [null], process: [html]}");
    assertThat(recipe.datasetPath()).isEmpty();
    assertThat(recipe.exportPath()).isEmpty();
    assertThat(recipe.textColumn()).isEmpty();
  }

  @Test
  void shouldSayWhatThereIsInsteadOfDataJuicersOperators() throws IOException {
    assertThat(problems("process: [perplexity_filter, image_nsfw_filter: {hf_nsfw_model: x}]"))
        .hasSize(2)
        .satisfiesExactly(
            first -> assertThat(first).startsWith("process.0.perplexity_filter (FILE:1): has no"),
            second -> assertThat(second).contains("operators process texts only"));
  }

  /** What its demonstration has that cannot be done as it stands. */
  @Test
  void shouldSayAtOnceWhatDataJuicersDemonstrationLacks() throws IOException {
    assertThat(
            problems(
                """
                process:
                  - flagged_words_filter:
                      lang: en
                      max_ratio: 0.0045
                      flagged_words_dir: ./assets
                  - perplexity_filter:
                      lang: en
                      max_ppl: 1500
                """))
        .satisfiesExactly(
            list ->
                assertThat(list)
                    .startsWith("process.0.flagged_words_filter.list (FILE:2): is missing")
                    .endsWith("as list: [casino, jackpot]"),
            perplexity ->
                assertThat(perplexity)
                    .startsWith(
                        "process.1.perplexity_filter (FILE:6): has no counterpart: omit it"));
  }

  @Test
  void shouldSayWhatIsMissing() throws IOException {
    assertThat(problems("project_name: x"))
        .containsExactly("process (FILE): is missing: a list of operators");
    assertThat(problems(""))
        .containsExactly("--config: FILE: must be a map with at least the key process");
    assertThat(problems("a: [")).hasSize(1).first().asString().contains("not valid YAML");
  }

  @Test
  void shouldReadEveryRecipeThatIsShipped() throws IOException {
    try (Stream<Path> recipes = Files.list(root().resolve("config/recipes"))) {
      List<Recipe> read =
          recipes
              .filter(file -> !file.endsWith("dedup.yaml"))
              .map(file -> RecipeReader.read(file, StandardOperators.registry()))
              .toList();
      assertThat(read).hasSizeGreaterThanOrEqualTo(4);
      assertThat(read).allMatch(recipe -> !recipe.chain().operators().isEmpty());
      Path dedup = root().resolve("config/recipes/dedup.yaml");
      assertThat(RecipeReader.readDedup(dedup, List.of()).options())
          .containsEntry("method", "minhash");
    }
  }

  @Test
  void shouldDoWhatTheGuideSays() {
    Recipe recipe =
        RecipeReader.read(
            root().resolve("config/recipes/corpus-7b.yaml"), StandardOperators.registry());
    String text =
        "<p>The Caf\u00e9 opened in 1999, see https://example.org/cafe for more.</p>\n"
            + "Write to me@example.org ! The weather was fine on that day. ***\n-----\n"
            + "The weather was fine on that day.";
    OperatorChain.Result result = recipe.chain().apply(Document.of(text));
    assertThat(result)
        .isInstanceOfSatisfying(
            OperatorChain.Result.Kept.class,
            kept ->
                assertThat(kept.document().text().string())
                    .isEqualTo(
                        "the caf opened in <NUM>, see for more.\n"
                            + "write to ! the weather was fine on that day. ***\n"));
    assertThat(recipe.chain().apply(Document.of("Nine words are not quite enough for this one.")))
        .isInstanceOf(OperatorChain.Result.Dropped.class);
  }

  private Recipe read(String text) throws IOException {
    return RecipeReader.read(
        Files.writeString(directory.resolve("recipe.yaml"), text), StandardOperators.registry());
  }

  private List<String> problems(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("recipe.yaml"), text);
    List<String> problems = new ArrayList<>();
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> RecipeReader.read(file, StandardOperators.registry()))
        .satisfies(e -> e.problems().stream().map(Problem::toString).forEach(problems::add));
    return problems.stream().map(problem -> problem.replace(file.toString(), "FILE")).toList();
  }

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isRegularFile(directory.resolve("sluice"))) {
      directory = directory.getParent();
    }
    return directory;
  }
}
