package dev.sluice.core.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BoundFilterTest {
  private static final Map<String, ColumnKind> KINDS =
      Map.of(
          "b", ColumnKind.BOOLEAN,
          "c", ColumnKind.BOOLEAN,
          "n", ColumnKind.INTEGER,
          "m", ColumnKind.INTEGER,
          "x", ColumnKind.FLOATING,
          "s", ColumnKind.STRING,
          "t", ColumnKind.STRING,
          "o", ColumnKind.OTHER);

  private static final Object NULL = null;

  @Test
  void shouldCompareIntegers() {
    assertThat(passes("n == 3", 3L)).isTrue();
    assertThat(passes("n = 3", 4L)).isFalse();
    assertThat(passes("n != 3", 4L)).isTrue();
    assertThat(passes("n <> 3", 3L)).isFalse();
    assertThat(passes("n < 3", 2L)).isTrue();
    assertThat(passes("n < 3", 3L)).isFalse();
    assertThat(passes("n <= 3", 3L)).isTrue();
    assertThat(passes("n > 3", 3L)).isFalse();
    assertThat(passes("n >= 3", 3L)).isTrue();
    assertThat(passes("3 >= n", 4L)).isFalse();
    assertThat(passes("n < m", 1L, 2L)).isTrue();
    assertThat(passes("n == m", 2L, 2L)).isTrue();
  }

  @Test
  void shouldCompareIntegersWithDecimalsExactly() {
    assertThat(passes("n < 2.5", 2L)).isTrue();
    assertThat(passes("n > 2.5", 2L)).isFalse();
    assertThat(passes("n > -2.5", -2L)).isTrue();
    assertThat(passes("n == 2.5", 2L)).isFalse();
    assertThat(passes("n != 2.5", 2L)).isTrue();
    assertThat(passes("n == 2.0", 2L)).isTrue();
    assertThat(passes("n == 9007199254740993", 9007199254740992L)).isFalse();
    assertThat(passes("n < 9007199254740992.5", 9007199254740992L)).isTrue();
    assertThat(passes("n < 9223372036854775808", Long.MAX_VALUE)).isTrue();
    assertThat(passes("n > -1e30", Long.MIN_VALUE)).isTrue();
    assertThat(passes("n == 9223372036854775807", Long.MAX_VALUE)).isTrue();
    assertThat(passes("n in (1, 9007199254740993)", 9007199254740993L)).isTrue();
    assertThat(passes("n in (1, 9007199254740993)", 9007199254740992L)).isFalse();
  }

  @Test
  void shouldCompareIntegerColumnsWithFloatingPointColumnsExactly() {
    assertThat(passes("n == x", 9007199254740993L, 0x1p53)).isFalse();
    assertThat(passes("n > x", 9007199254740993L, 0x1p53)).isTrue();
    assertThat(passes("x < n", 0x1p53, 9007199254740993L)).isTrue();
    assertThat(passes("n < x", Long.MAX_VALUE, 0x1p63)).isTrue();
    assertThat(passes("n == x", Long.MIN_VALUE, -0x1p63)).isTrue();
    assertThat(passes("n < x", -2L, -1.5)).isTrue();
    assertThat(passes("n > x", -1L, -1.5)).isTrue();
    assertThat(passes("n < x", 1L, 1.5)).isTrue();
    assertThat(passes("n == x", 0L, -0.0)).isTrue();
    assertThat(passes("n < x", 5L, Double.NaN)).isTrue();
    assertThat(passes("n < x", 5L, Double.POSITIVE_INFINITY)).isTrue();
    assertThat(passes("n > x", 5L, Double.NEGATIVE_INFINITY)).isTrue();
  }

  @Test
  void shouldCompareFloatingPointWithTheNearestDoubleButWithWholeNumbersExactly() {
    assertThat(passes("x == 0.65", 0.65)).isTrue();
    assertThat(passes("x >= 0.65", 0.65)).isTrue();
    assertThat(passes("x >= 6.5e-1", Math.nextDown(0.65))).isFalse();
    assertThat(passes("x == 1e300", 1e300)).isTrue();
    assertThat(passes("x == 9007199254740993", 0x1p53)).isFalse();
    assertThat(passes("x < 9007199254740993", 0x1p53)).isTrue();
    assertThat(passes("x in (0.1, 9007199254740993)", 0x1p53)).isFalse();
  }

  @Test
  void shouldTakeNaNForEqualToItselfAndGreaterThanEverything() {
    assertThat(passes("x == x", Double.NaN)).isTrue();
    assertThat(passes("x > 1e308", Double.NaN)).isTrue();
    assertThat(passes("x >= 1e308", Double.NaN)).isTrue();
    assertThat(passes("x < 1e308", Double.NaN)).isFalse();
    assertThat(passes("x != 1", Double.NaN)).isTrue();
    assertThat(passes("x == 1", Double.NaN)).isFalse();
    assertThat(passes("x not in (1, 2)", Double.NaN)).isTrue();
    assertThat(passes("not x < 1", Double.NaN)).isTrue();
  }

  @Test
  void shouldTakeBothZerosForEqual() {
    assertThat(passes("x == 0", -0.0)).isTrue();
    assertThat(passes("x == -0.0", 0.0)).isTrue();
    assertThat(passes("x < 0", -0.0)).isFalse();
    assertThat(passes("x >= 0", -0.0)).isTrue();
    assertThat(passes("x in (0, 1)", -0.0)).isTrue();
  }

  @Test
  void shouldCompareStringsByTheirBytes() {
    assertThat(passes("s == 'en'", "en")).isTrue();
    assertThat(passes("s == 'en'", "EN")).isFalse();
    assertThat(passes("s == 'en'", "en ")).isFalse();
    assertThat(passes("s < 'b'", "abc")).isTrue();
    assertThat(passes("s < 'ab'", "a")).isTrue();
    assertThat(passes("s > 'z'", "é")).isTrue();
    assertThat(passes("s > '\uFFFF'", "😀")).isTrue();
    assertThat(passes("s < t", "\uFFFF", "😀")).isTrue();
    assertThat(passes("s == t", "é", "e\u0301")).isFalse();
    assertThat(passes("s in ('x', '😀', '')", "😀")).isTrue();
    assertThat(passes("s in ('x', '😀', '')", "")).isTrue();
    assertThat(passes("s in ('x', '😀', '')", "y")).isFalse();
  }

  @Test
  void shouldLookForStrings() {
    assertThat(passes("starts_with(s, 'http')", "https://a")).isTrue();
    assertThat(passes("starts_with(s, 'http')", "htt")).isFalse();
    assertThat(passes("starts_with(s, '')", "")).isTrue();
    assertThat(passes("ends_with(s, '.pdf')", "a.pdf")).isTrue();
    assertThat(passes("ends_with(s, '.pdf')", "pdf")).isFalse();
    assertThat(passes("ends_with(s, '')", "")).isTrue();
    assertThat(passes("contains(s, 'aab')", "aaaab")).isTrue();
    assertThat(passes("contains(s, 'abac')", "ababac")).isTrue();
    assertThat(passes("contains(s, 'abc')", "ab")).isFalse();
    assertThat(passes("contains(s, '')", "")).isTrue();
    assertThat(passes("contains(s, 'before')", "x")).isFalse();
    assertThat(passes("contains(s, 'after')", "x")).isFalse();
    assertThat(passes("!contains(s, 'x')", "abc")).isTrue();
  }

  @Test
  void shouldFindTheSubstringsThatJavaFinds() {
    Random random = new Random(5);
    for (int i = 0; i < 50_000; i++) {
      String text = letters(random, 12);
      String wanted = letters(random, 6);
      assertThat(passes("contains(s, '" + wanted + "')", text))
          .as("%s in %s", wanted, text)
          .isEqualTo(text.contains(wanted));
    }
  }

  private static String letters(Random random, int most) {
    StringBuilder letters = new StringBuilder();
    for (int i = random.nextInt(most); i > 0; i--) {
      letters.append(random.nextBoolean() ? 'a' : 'b');
    }
    return letters.toString();
  }

  @Test
  void shouldTakeFlags() {
    assertThat(passes("b", true)).isTrue();
    assertThat(passes("b", false)).isFalse();
    assertThat(passes("!b", false)).isTrue();
    assertThat(passes("b == false", false)).isTrue();
    assertThat(passes("b != c", true, false)).isTrue();
    assertThat(passes("b in (true)", true)).isTrue();
  }

  @Test
  void shouldLetNoRowPassWhoseValueIsUnknown() {
    for (String text :
        new String[] {
          "n == 1",
          "n != 1",
          "not n == 1",
          "n < 1",
          "n in (1)",
          "n not in (1)",
          "n == n",
          "n > x",
          "contains(s, 'x')",
          "!contains(s, 'x')",
          "starts_with(s, '')",
          "b",
          "!b",
          "not (b && c)",
          "n == 1 || n != 1",
          "b != c"
        }) {
      assertThat(passes(text, NULL, NULL)).as(text).isFalse();
    }
  }

  @Test
  void shouldJoinUnknownsAsSqlDoes() {
    assertThat(passes("b || c", NULL, true)).isTrue();
    assertThat(passes("b || c", NULL, false)).isFalse();
    assertThat(passes("b && c", NULL, true)).isFalse();
    assertThat(passes("!(b && c)", NULL, false)).isTrue();
    assertThat(passes("!(b && c)", NULL, true)).isFalse();
    assertThat(passes("!(b || c)", NULL, false)).isFalse();
  }

  @Test
  void shouldFindNulls() {
    assertThat(passes("n is null", NULL)).isTrue();
    assertThat(passes("n is null", 1L)).isFalse();
    assertThat(passes("n is not null", 1L)).isTrue();
    assertThat(passes("o is not null", NULL)).isFalse();
  }

  @Test
  void shouldNameTheColumnsInTheOrderOfTheText() {
    assertThat(Filter.parse("x > 1 && b && x < 2").bind(KINDS).columns()).containsExactly("x", "b");
  }

  /** The values are those of the columns in the order of the text. */
  private static boolean passes(String text, Object... values) {
    return Filter.parse(text).bind(KINDS).passes(ValuesRow.of(values));
  }
}
