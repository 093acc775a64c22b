package dev.sluice.core.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterSyntaxTest {
  private static final String NAMES_AND_OTHERS = "a column, a literal, a function, ! or (";

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '@',
      value = {
        "@@~1~the end~" + NAMES_AND_OTHERS,
        "@ @~2~the end~" + NAMES_AND_OTHERS,
        "a == 1 &&~10~the end~" + NAMES_AND_OTHERS,
        "a == 1 or or b~11~\"or\"~"
            + NAMES_AND_OTHERS
            + "; if this is the name of a column, put the name in backquotes",
        "a && )~6~\")\"~" + NAMES_AND_OTHERS,
        "a & b~3~\"&\"~&&",
        "a | b~3~\"|\"~||",
        "a == 1 b~8~\"b\"~&&, || or the end of the filter; if this is the name of a column, put the"
            + " name in backquotes",
        "(a == 1~8~the end~&&, || or )",
        "(a == 1 2)~9~\"2\"~&&, || or )",
        "a)~2~\")\"~&&, || or the end of the filter",
        "0 < a < 5~7~\"<\"~&&, || or the end of the filter",
        "a 'en'~3~\"'en'\"~==, !=, <, <=, >, >=, in, not in, is null, is not null, &&, || or the"
            + " end of the filter",
        "a ==~5~the end~a number, a string in quotes, true or false, or a column",
        "a == == 1~6~\"==\"~a number, a string in quotes, true or false, or a column",
        "1 == 1~6~\"1\"~a column",
        "1~2~the end~==, !=, <, <=, >, >=",
        "true~5~the end~==, !=, <, <=, >, >=",
        "a in 1~6~\"1\"~(",
        "a in ()~7~\")\"~a number, a string in quotes, true or false",
        "a in (1 2)~9~\"2\"~a comma or )",
        "a in (1,)~9~\")\"~a number, a string in quotes, true or false",
        "a not 1~7~\"1\"~in",
        "a is 1~6~\"1\"~null or not null",
        "a is not 1~10~\"1\"~null",
        "contains(a)~11~\")\"~a comma",
        "contains('x', a)~10~\"'x'\"~a column",
        "contains(a, 1)~13~\"1\"~a string in quotes",
        "contains(a, 'x', 'y')~16~\",\"~)",
        "contain(a, 'x')~1~the function \"contain\"~starts_with, ends_with, contains; did you mean"
            + " contains?",
        "lower(a) == 'x'~1~the function \"lower\"~starts_with, ends_with, contains",
        "a == 'x~6~an unterminated string~a ' at its end",
        "a == \"x'~6~an unterminated string~a \" at its end",
        "`a == 1~1~an unterminated name~a ` at its end",
        "``~1~an empty name~a column",
        "a.~3~the end~the name of a field after the dot",
        "a.1 == 1~3~\"1\"~the name of a field after the dot",
        "a == 1.~6~\"1.\"~a number such as 3, -0.65 or 1e-6",
        "a == 1.x~6~\"1.x\"~a number such as 3, -0.65 or 1e-6",
        "a == 1e~6~\"1e\"~a number such as 3, -0.65 or 1e-6",
        "a == 1e+~6~\"1e+\"~a number such as 3, -0.65 or 1e-6",
        "a == 3abc~6~\"3a\"~a number such as 3, -0.65 or 1e-6",
        "a == 1_000~6~\"1_\"~a number such as 3, -0.65 or 1e-6"
      })
  void shouldSayWhatWasFoundWhereAndWhatIsAllowed(
      String text, int position, String found, String allowed) {
    Filter.SyntaxException problem = problem(text);
    assertThat(problem)
        .hasMessage("found %s at character %d; expected %s", found, position, allowed);
    assertThat(problem.position()).isEqualTo(position);
  }

  @Test
  void shouldNameNullWhereItIsCompared() {
    assertThat(problem("a == null"))
        .hasMessageStartingWith("found \"null\" at character 6; ")
        .hasMessageContaining("to find nulls, use is null");
  }

  @Test
  void shouldNameCharactersThatNamesCannotHave() {
    assertThat(problem("language-score > 1"))
        .hasMessageStartingWith("found \"-\" at character 9; ")
        .hasMessageContaining("backquotes");
    assertThat(problem("语言 == 'x'")).hasMessageStartingWith("found \"语\" at character 1; ");
    assertThat(problem("a\u00A0== 1")).hasMessageStartingWith("found U+00A0 at character 2; ");
    assertThat(problem("a == .5")).hasMessageStartingWith("found \".\" at character 6; ");
  }

  @Test
  void shouldCountPositionsInCodePoints() {
    assertThat(problem("a == '😀😀' b").position()).isEqualTo(11);
  }

  @Test
  void shouldRefuseNumbersThatNoDoubleComesCloseTo() {
    for (String number :
        new String[] {
          "1e309", "-1e309", "1e-400", "1e99999999999", "1e-99999999999", "0." + "1".repeat(1_000)
        }) {
      assertThat(problem("a == " + number))
          .hasMessageContaining(
              "at character 6; expected 0, or a number from 4.9e-324 to 1.79e308");
    }
  }

  @Test
  void shouldRefuseHalfOfASurrogatePair() {
    assertThat(problem("a == '\uD83D'"))
        .hasMessage(
            "found an unpaired surrogate (U+D83D) at character 7; expected a valid character");
  }

  @Test
  void shouldRefuseMoreThanTheLimits() {
    assertThat(problem("a".repeat(Filter.MAX_LENGTH + 1)))
        .hasMessage(
            "found more than 65,536 characters at character 65537; expected a shorter filter");
    assertThat(problem("a=1||".repeat(12_000) + "a"))
        .hasMessageContaining("more than 65,536 characters in its canonical form");
    assertThat(problem("(".repeat(Filter.MAX_DEPTH + 1)))
        .hasMessage(
            "found more than 100 open parentheses at character 101; expected fewer parentheses");
    assertThat(problem("!(".repeat(Filter.MAX_LENGTH / 2)).position()).isEqualTo(202);
  }

  @Test
  void shouldShortenWhatIsLong() {
    assertThat(problem("a '" + "x".repeat(1_000) + "'").getMessage()).hasSizeLessThan(200);
  }

  @Test
  void shouldRefuseWithNothingButItsException() {
    String[] pieces = {
      "a",
      "`b c`",
      "'x'",
      "\"",
      "'",
      "1",
      "1e",
      "-",
      ".",
      "(",
      ")",
      ",",
      "in",
      "not",
      "is",
      "null",
      "and",
      "||",
      "!",
      "==",
      "<",
      "contains",
      " ",
      "\n",
      "é",
      "\uD800",
      "true"
    };
    Random random = new Random(4);
    for (int i = 0; i < 100_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int j = random.nextInt(12); j > 0; j--) {
        text.append(pieces[random.nextInt(pieces.length)]);
      }
      try {
        assertThat(Filter.parse(Filter.parse(text.toString()).toString())).isNotNull();
      } catch (Filter.SyntaxException e) {
        int end = text.codePointCount(0, text.length()) + 1;
        assertThat(e.position()).as(text.toString()).isBetween(1, end);
      }
    }
  }

  @Test
  void shouldBeAnIllegalArgument() {
    assertThatThrownBy(() -> Filter.parse("a ==")).isInstanceOf(IllegalArgumentException.class);
  }

  private static Filter.SyntaxException problem(String text) {
    return catchThrowableOfType(Filter.SyntaxException.class, () -> Filter.parse(text));
  }
}
