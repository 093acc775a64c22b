package dev.sluice.settings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.operators.BoundOperator;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The list {@code operators}: in the file, in variables, in options, over one another. */
class OperatorsConfigTest {
  private static final String YAML =
      """
      operators:
        - lowercase:
        - unicode-normalise: {form: NFKC}
        - gopher-quality:
            min-letter-tokens: 0.7
            stop-words: [the, be]
        - word-count:
            min: 10
      """;

  @TempDir private Path directory;

  private LoadedConfig load(String... assignments) {
    return load(Map.of(), assignments);
  }

  private LoadedConfig load(Map<String, String> environment, String... assignments) {
    Path file = TestingConfig.write(directory, YAML);
    return TestingConfig.load(
        ConfigRequest.of(Optional.of(file), List.of(assignments)), environment);
  }

  private List<String> problems(String... assignments) {
    return TestingConfig.problems(TestingConfig.assignments(assignments));
  }

  private static List<String> names(LoadedConfig loaded) {
    return loaded.config().operators().operators().stream().map(BoundOperator::name).toList();
  }

  private static String argument(LoadedConfig loaded, int operator, String parameter) {
    return loaded.config().operators().operators().get(operator).arguments().get(parameter);
  }

  @Test
  void shouldBeReadFromTheFileWithTheLineOfEachParameter() {
    LoadedConfig loaded = load();
    String file = directory.resolve("my.yaml").toString();

    assertThat(names(loaded))
        .containsExactly("lowercase", "unicode-normalise", "gopher-quality", "word-count");
    assertThat(argument(loaded, 2, "stop-words")).isEqualTo("[\"the\", \"be\"]");
    assertThat(TestingConfig.setting(loaded, "operators.2.gopher-quality.min-letter-tokens"))
        .isEqualTo(new Setting("operators.2.gopher-quality.min-letter-tokens", "0.7", file + ":5"))
        .extracting(Setting::shownText)
        .isEqualTo("0.7");
    assertThat(TestingConfig.origin(loaded, "operators.3.word-count")).isEqualTo(file + ":7");
    assertThat(TestingConfig.origin(loaded, "operators.3.word-count.min")).isEqualTo(file + ":8");
  }

  @Test
  void shouldTakeAnotherListAsAWhole() {
    assertThat(names(load("operators=[html, {urls: {replacement: ''}}]")))
        .containsExactly("html", "urls");
    assertThat(names(load("operators=[]"))).isEmpty();
    assertThat(names(load(Map.of("SLUICE_OPERATORS", "[html]")))).containsExactly("html");
    assertThat(names(load(Map.of("SLUICE_OPERATORS", "[html]"), "operators=[urls]")))
        .containsExactly("urls");
  }

  @Test
  void shouldChangeSingleElementsAndParameters() {
    LoadedConfig loaded =
        load(
            Map.of("SLUICE_OPERATORS_3_WORD_COUNT_MIN", "20", "SLUICE_OPERATORS_0", "urls"),
            "operators.0=html",
            "operators.2.gopher-quality.stop-words=[and]",
            "operators.3.word-count.max=99",
            "operators.4={pattern: {pattern: x}}",
            "operators.4.pattern.pattern=[a-z]+: ");

    assertThat(names(loaded))
        .containsExactly("html", "unicode-normalise", "gopher-quality", "word-count", "pattern");
    assertThat(argument(loaded, 2, "stop-words")).isEqualTo("[\"and\"]");
    assertThat(argument(loaded, 3, "min")).isEqualTo("20.0");
    assertThat(argument(loaded, 3, "max")).isEqualTo("99.0");
    assertThat(argument(loaded, 4, "pattern")).isEqualTo("[a-z]+: ");
    assertThat(TestingConfig.origin(loaded, "operators.3.word-count.min"))
        .isEqualTo("SLUICE_OPERATORS_3_WORD_COUNT_MIN");
  }

  /** In YAML, a pattern in brackets without quotes is a list. */
  @Test
  void shouldRefuseAListForASingleValue() {
    assertThat(problems("operators=[{pattern: {pattern: [0-9]}}]"))
        .singleElement()
        .asString()
        .contains("operators.0.pattern.pattern", "[0-9] is a list; must be a single value");
  }

  @Test
  void shouldReportAllProblemsAtOnce() {
    assertThat(
            problems(
                "operators=[lowercas, {word-count: {mn: 1, max: x}}, 3: 4, [html]]",
                "operators.1.word-count.min=y",
                "operators.9=html"))
        .containsExactlyInAnyOrder(
            "operators.0.lowercas (--set): unknown operator; did you mean lowercase?",
            "operators.1.word-count.mn (--set): unknown parameter; did you mean min?",
            "operators.1.word-count.max (--set): \"x\" is not allowed; must be a number of at least"
                + " 0, or off",
            "operators.1.word-count.min (--set): \"y\" is not allowed; must be a number of at least"
                + " 0, or off",
            "operators.2 (--set): must be a map of parameters to values",
            "operators.3 (--set): must be an operator of the form `- name: {parameter: value}`");
    assertThat(problems("operators=html"))
        .containsExactly("operators (--set): must be a list of operators");
    assertThat(problems("operators.1=html"))
        .containsExactly(
            "operators.1.html (--set): indexes have a gap: the last of 1 elements must have index"
                + " 0");
    assertThat(problems("operators=[html]", "operators.0.urls.replacement=x"))
        .containsExactly(
            "operators.0.urls.replacement (--set): the operator at this index is html; to replace"
                + " it, set operators.0");
    assertThat(problems("operators.x=html"))
        .containsExactly("operators.x (--set): unknown key; did you mean operators?");
  }

  @Test
  void shouldTakeDataJuicersNames() {
    LoadedConfig loaded = load("operators=[{words_num_filter: {min_num: 5, num_proc: 4}}, html]");

    assertThat(names(loaded)).containsExactly("word-count", "html");
    assertThat(argument(loaded, 0, "min")).isEqualTo("5.0");
    assertThat(loaded.warnings())
        .containsExactly("operators.0.words_num_filter.num_proc (--set): has no effect in Sluice");
  }

  @Test
  void shouldRefuseOperatorsWhoseColumnsDoNotTravel() {
    assertThat(
            problems(
                "operators=[{field-in: {field: language, values: [en]}}, {language: }]",
                "input.columns.score=int_score"))
        .containsExactly(
            "operators.0.field-in (--set): reads language, which documents do not have; the columns"
                + " of documents are dump, id, int_score, score",
            "operators.1.language (--set): reads language, language_score, which documents do not"
                + " have; the columns of documents are dump, id, int_score, score. With detect:"
                + " always, the operator reads only the text");
    assertThat(
            problems(
                "operators=[{field-range: {field: int_score}}, {field-range: {field: dump}}]",
                "input.columns.score=int_score",
                "input.columns.dump=null",
                "score.scale=5"))
        .containsExactly(
            "operators.0.field-range (--set): reads int_score, which documents do not have; the"
                + " columns of documents are id, score",
            "operators.1.field-range (--set): reads dump, which documents do not have; the columns"
                + " of documents are id, score");
    assertThat(
            load("operators=[{field-range: {field: score}}, {language: {detect: always}}]")
                .config()
                .operators()
                .operators())
        .hasSize(2);
  }

  @Test
  void shouldDecideContentWithEveryArgumentAndTheLargestText() {
    Map<String, String> with = load().config().content();
    Map<String, String> without =
        TestingConfig.load(TestingConfig.assignments()).config().content();

    assertThat(without).containsEntry("operators", "[]").doesNotContainKey("operators.version");
    assertThat(with)
        .containsEntry("operators", "[lowercase, unicode-normalise, gopher-quality, word-count]")
        .containsEntry("operators.version", "1")
        .containsEntry("operators.1.unicode-normalise.form", "NFKC")
        .containsEntry("operators.3.word-count.max", "1000.0")
        .containsEntry("input.max-operator-text", "4194304")
        .containsAllEntriesOf(
            Map.of("sampling.seed", "42", "dedup.scope", "bucket", "output.compression", "zstd"));
    assertThat(load("operators.3.word-count.min=10.0").config().content()).isEqualTo(with);
    assertThat(load("operators.3.word-count.min=11").config().content()).isNotEqualTo(with);
  }
}
