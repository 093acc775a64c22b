package dev.sluice.core.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '@',
      value = {
        "language=\"en\"  AND\t language_score>=0.650~language == 'en' && language_score >= 0.65",
        "language=\"en\"  AND 0.650 <= score~language == 'en' && score >= 0.65",
        "not (language in (\"en\") or is_duplicate)~language not in ('en') && !is_duplicate",
        "((a) and (b or (c or d)))~a && (b || c || d)",
        "a or b and c~a || b && c",
        "(a || b) && c~(a || b) && c",
        "((a && (b)) && (c || (d || e)))~a && b && (c || d || e)",
        "a = 1~a == 1",
        "a <> 1~a != 1",
        "1 < a~a > 1",
        "1 <= a~a >= 1",
        "1 > a~a < 1",
        "1 >= a~a <= 1",
        "1 = a~a == 1",
        "1 != a~a != 1",
        "a<b~a < b",
        "a in(1,2.0,3e0)~a in (1, 2, 3)",
        "a NOT IN ('x')~a not in ('x')",
        "a Is Null~a is null",
        "a is not null~a is not null",
        "STARTS_WITH( a , \"x\" )~starts_with(a, 'x')",
        "ends_with(a,'x')~ends_with(a, 'x')",
        "contains(a,'x')~contains(a, 'x')",
        "contains~contains",
        "starts_with and ends_with == 'x'~starts_with && ends_with == 'x'",
        "a == TRUE~a == true",
        "false == a~a == false",
        "metadata.url == `metadata`.`url`~metadata.url == metadata.url",
        "`a` == `odd name`~a == `odd name`",
        "meta.`odd name`~`meta.odd name`",
        "`Not` && `in` == 1~`Not` && `in` == 1",
        "is.null is null~is.null is null",
        "`a``b`~`a``b`",
        "`语言` == '中文'~`语言` == '中文'",
        "a == 'it''s'~a == 'it''s'",
        "a == \"it's\"~a == 'it''s'",
        "a == \"say \"\"x\"\"\"~a == 'say \"x\"'",
        "a == ''~a == ''",
        "a == 'back\\slash'~a == 'back\\slash'",
        "a<-1~a < -1",
        "a == +1~a == 1",
        "a == -0.0~a == 0",
        "a == 0e99999999999~a == 0",
        "a == 007~a == 7",
        "a == 1e18~a == 1000000000000000000",
        "a == 1e19~a == 1E+19",
        "a == 9223372036854775808~a == 9223372036854775808",
        "a == 12.50e-10~a == 1.25E-9",
        "a == 1.5e300~a == 1.5E+300"
      })
  void shouldHaveOneFormForAllSpellings(String text, String canonical) {
    assertThat(Filter.parse(text)).hasToString(canonical).isEqualTo(Filter.parse(canonical));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '@',
      value = {
        "!a~!a",
        "not not a~a",
        "!!!a~!a",
        "not a == 1~a != 1",
        "not a != 1~a == 1",
        "not a < 1~a >= 1",
        "not a <= b~a > b",
        "not a > 1~a <= 1",
        "not a >= 1~a < 1",
        "not a in (1)~a not in (1)",
        "not a not in (1)~a in (1)",
        "not a is null~a is not null",
        "not a is not null~a is null",
        "not contains(a, 'x')~!contains(a, 'x')",
        "not (a and b)~!a || !b",
        "not (a or b) and c~!a && !b && c",
        "!(a && (b || !c))~!a || !b && c",
        "!(a || b && c) && d~!a && (!b || !c) && d"
      })
  void shouldMoveNegationsIntoConditions(String text, String canonical) {
    assertThat(Filter.parse(text)).hasToString(canonical).isEqualTo(Filter.parse(canonical));
  }

  @Test
  void shouldTellDifferentFiltersApart() {
    List<String> texts =
        List.of("a", "`a.b`", "a == 1", "a == '1'", "a == b", "a in (1)", "a in (1, 2)", "!a");
    assertThat(texts.stream().map(Filter::parse)).doesNotHaveDuplicates();
    assertThat(Filter.parse("a")).isNotEqualTo("a");
  }

  @Test
  void shouldNameEachColumnOnceInTheOrderOfTheText() {
    Filter filter =
        Filter.parse("b && a.c < d || contains(`e f`, 'x') && d is null && g in (1) && 1 < b");
    assertThat(filter.columns()).containsExactly("b", "a.c", "d", "e f", "g");
  }

  @Test
  void shouldTakeLongAndDeepFiltersUpToTheLimits() {
    String deep = "(".repeat(Filter.MAX_DEPTH) + "a" + ")".repeat(Filter.MAX_DEPTH);
    assertThat(Filter.parse(deep + " && " + deep)).hasToString("a && a");
    String negated = "!(a && ".repeat(Filter.MAX_DEPTH) + "b" + ")".repeat(Filter.MAX_DEPTH);
    assertThat(Filter.parse(Filter.parse(negated).toString())).isEqualTo(Filter.parse(negated));
    String lengthy =
        IntStream.range(0, 9_000).mapToObj(i -> "a").collect(Collectors.joining(" && "));
    assertThat(Filter.parse(lengthy).columns()).containsExactly("a");
    assertThat(Filter.parse("!".repeat(Filter.MAX_LENGTH - 1) + "a")).hasToString("!a");
    String path = "a" + ".a".repeat(Filter.MAX_LENGTH / 2 - 1);
    assertThat(Filter.parse(path)).hasToString(path);
  }
}
