package dev.sluice.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.operators.standard.StandardOperators;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperatorRegistryTest {
  @Test
  void shouldReportEveryProblemAtOnce() {
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    given.put("mim", ParameterValue.of("1"));
    given.put("min", ParameterValue.of("ten"));
    given.put("max", ParameterValue.list("1", "2"));
    given.put("words", ParameterValue.of("Unicode"));
    assertThat(TestingOperators.problems("word-count", given))
        .containsExactly(
            "word-count.mim: unknown parameter; did you mean min?",
            "word-count.min: \"ten\" is not allowed; must be a number of at least 0, or off",
            "word-count.max: [1, 2] is a list; must be a number of at least 0, or off",
            "word-count.words: \"Unicode\" is not allowed; must be unicode, whitespace;"
                + " did you mean unicode?");
  }

  @Test
  void shouldRefuseLanguagesThatNoDocumentIsIn() {
    assertThat(language("languages", ParameterValue.list("english", "EN", "zh", "deutsch", "xx")))
        .containsExactly(
            "language.languages: [english, EN, zh, deutsch, xx] is not allowed; must be a list in"
                + " which each element is an ISO 639 code such as en or eng, optionally with a"
                + " country or script, as in zh-CN or eng_Latn");
    assertThat(language("languages", ParameterValue.list("en", "zh-CN", "eng", "aai_Latn")))
        .isEmpty();
    assertThat(language("languages", new ParameterValue(List.of(), true, "")))
        .containsExactly("language: languages is empty: nothing would be kept");
  }

  @Test
  void shouldRefuseLanguagesThatCannotBeDetected() {
    Map<String, ParameterValue> given =
        Map.of(
            "languages",
            ParameterValue.list("eng", "zh", "de"),
            "detect",
            ParameterValue.of("always"));
    assertThat(TestingOperators.problems("language", given))
        .hasSize(1)
        .first()
        .asString()
        .startsWith("language: languages has eng, which cannot be detected;")
        .contains(" en, ", "zh-CN, zh-TW");
  }

  private static List<String> language(String parameter, ParameterValue given) {
    return TestingOperators.problems("language", Map.of(parameter, given));
  }

  @Test
  void shouldSuggestAnOperator() {
    assertThat(TestingOperators.problems("word_count", Map.of()))
        .containsExactly("word_count: unknown operator; did you mean word-count?");
    assertThat(TestingOperators.problems("qqqqqqqq", Map.of()))
        .containsExactly(
            "qqqqqqqq: unknown operator; run sluice operators for a list, and use --plugins DIR to"
                + " add operators from plug-ins");
  }

  @Test
  void shouldMissWhatMustBeGiven() {
    assertThat(
            TestingOperators.problems(
                "field-in", Map.of("values", new ParameterValue(List.of(), true, ""))))
        .containsExactly(
            "field-in.field: is missing; must be a string",
            "field-in.values: [] is not allowed; must be a list in which each element is a string");
  }

  @Test
  void shouldRefuseRangesThatKeepNothing() {
    assertThat(
            TestingOperators.problems(
                "word-count",
                Map.of("min", ParameterValue.of("11"), "max", ParameterValue.of("10"))))
        .containsExactly("word-count: min (11.0) is above max (10.0): nothing would be kept");
  }

  @Test
  void shouldSayThatAnOperatorTakesNone() {
    assertThat(TestingOperators.problems("lowercase", Map.of("x", ParameterValue.of("1"))))
        .containsExactly("lowercase.x: unknown parameter; lowercase takes none");
  }

  @Test
  void shouldRefusePatternsThatRe2DoesNotTake() {
    assertThat(TestingOperators.problems("pattern", Map.of("pattern", ParameterValue.of("(a)\\1"))))
        .hasSize(1);
  }

  @Test
  void shouldRecordEveryParameterThatDecidesTheResult() {
    BoundOperator operator =
        TestingOperators.bind("word-count", Map.of("min", ParameterValue.of("5")));
    assertThat(operator.arguments())
        .containsExactly(
            Map.entry("max", "1000.0"), Map.entry("min", "5.0"), Map.entry("words", "unicode"));
  }

  @Test
  void shouldRefuseTwoOfTheSameName() {
    OperatorDescription one = StandardOperators.registry().all().get(0);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new OperatorRegistry(List.of(one, one)))
        .withMessageContaining(one.name());
  }
}
