package dev.sluice.core.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterBindingTest {
  private static final Map<String, ColumnKind> KINDS =
      Map.of(
          "duplicate", ColumnKind.BOOLEAN,
          "tokens", ColumnKind.INTEGER,
          "language_score", ColumnKind.FLOATING,
          "language", ColumnKind.STRING,
          "metadata.url", ColumnKind.STRING,
          "odd name", ColumnKind.STRING,
          "tags", ColumnKind.OTHER);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "duplicate && !duplicate",
        "duplicate == true && duplicate != false && duplicate in (true, false)",
        "duplicate == duplicate",
        "tokens > 1 && tokens <= 2.5 && tokens in (1, 1e30)",
        "tokens < language_score && language_score < tokens",
        "language_score >= 0.65 && language_score != 1",
        "language == 'en' && language < metadata.url && contains(`odd name`, 'x')",
        "tags is null || tags is not null || duplicate is null"
      })
  void shouldFitColumnsOfTheRightKind(String text) {
    assertThatCode(() -> Filter.parse(text).bind(KINDS)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '@',
      value = {
        "languge == 'en'~unknown column languge; did you mean language?",
        "url is null~unknown column url; did you mean metadata.url?",
        "`odd nam` is null~unknown column `odd nam`; did you mean `odd name`?",
        "x == tokens~unknown column x; known columns are duplicate, language, language_score,"
            + " metadata.url, `odd name`, tags, tokens",
        "language == 3~column language is string, but is compared with 3; expected a string in"
            + " quotes",
        "language in ('a', 3)~column language is string, but is compared with 3; expected a string"
            + " in quotes",
        "tokens == '3'~column tokens is integer, but is compared with '3'; expected a number",
        "language_score == true~column language_score is floating-point, but is compared with true;"
            + " expected a number",
        "duplicate == 1~column duplicate is boolean, but is compared with 1; expected true, false",
        "duplicate < true~column duplicate is boolean, but is compared by order; expected == or !=",
        "duplicate >= duplicate~column duplicate is boolean, but is compared by order; expected =="
            + " or !=",
        "tags == 'x'~column tags is not a boolean, 64-bit number or string, but is compared with"
            + " 'x'; expected is null or is not null",
        "tags == tags~column tags is not a boolean, 64-bit number or string, but is compared with"
            + " column tags, which is not a boolean, 64-bit number or string; expected two"
            + " columns of numbers, of strings or of booleans",
        "language < tokens~column language is string, but is compared with column tokens, which is"
            + " integer; expected two columns of numbers, of strings or of booleans",
        "language~column language is string, but is used as a condition; expected a comparison with"
            + " a string in quotes",
        "starts_with(tokens, 'x')~column tokens is integer, but is passed to starts_with; expected"
            + " a string"
      })
  void shouldSayWhatDoesNotFit(String text, String problem) {
    assertThat(problems(text).problems()).containsExactly(problem);
  }

  @Test
  void shouldSayEverythingAtOnceAndNothingTwice() {
    Filter.BindingException problems =
        problems("languge == 'en' && (tokens == 'x' || languge == 'de') && !language");
    assertThat(problems.problems())
        .containsExactly(
            "unknown column languge; did you mean language?",
            "column tokens is integer, but is compared with 'x'; expected a number",
            "column language is string, but is used as a condition; expected a comparison with a"
                + " string in quotes");
    assertThat(problems).hasMessage(String.join("\n", problems.problems()));
  }

  @Test
  void shouldListNoMoreThanTwentyColumns() {
    Map<String, ColumnKind> many =
        IntStream.range(100, 130)
            .boxed()
            .collect(Collectors.toMap(i -> "column" + i, i -> ColumnKind.INTEGER));
    assertThat(
            catchThrowableOfType(
                Filter.BindingException.class, () -> Filter.parse("x == 1").bind(many)))
        .hasMessageStartingWith("unknown column x; known columns are column100, column101, ")
        .hasMessageEndingWith(", column119 and 10 more");
  }

  @Test
  void shouldSayNoMoreThanAHundredProblems() {
    String text =
        IntStream.range(0, 1_000).mapToObj(i -> "x" + i).collect(Collectors.joining(" || "));
    assertThat(problems(text).problems()).hasSize(100);
  }

  @Test
  void shouldShortenWhatIsLong() {
    String text = "tokens == '" + "x".repeat(1_000) + "' && " + "y".repeat(1_000) + " == 1";
    assertThat(problems(text).problems()).hasSize(2).allMatch(problem -> problem.length() < 250);
  }

  private static Filter.BindingException problems(String text) {
    return catchThrowableOfType(
        Filter.BindingException.class, () -> Filter.parse(text).bind(KINDS));
  }
}
