package dev.sluice.core.filter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.filter.RandomFilters.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FilterStatisticsTest {
  private static final int FILTERS = 10_000;
  private static final Map<String, ColumnKind> KINDS =
      Map.of(
          "b", ColumnKind.BOOLEAN,
          "n", ColumnKind.INTEGER,
          "x", ColumnKind.FLOATING,
          "s", ColumnKind.STRING);

  private final RandomFilters filters = new RandomFilters(2);
  private final Random random = new Random(3);

  @Test
  void shouldNeverRuleOutARowThatPasses() {
    int ruledOut = 0;
    for (int i = 0; i < FILTERS; i++) {
      Sample sample = filters.filter(i % 4);
      BoundFilter filter = Filter.parse(sample.text()).bind(RandomFilters.KINDS);
      List<Map<String, Object>> rows = rows(random.nextInt(5));
      FilterStatistics statistics = vague(filter, rows);
      boolean mayMatch = filter.mayMatch(statistics);
      if (!mayMatch && rows.stream().anyMatch(row -> passes(filter, row))) {
        throw new AssertionError("%s%n%s".formatted(sample.text(), rows));
      }
      ruledOut += mayMatch ? 0 : 1;
    }
    assertThat(ruledOut).isGreaterThan(FILTERS / 8);
  }

  @Test
  void shouldRuleOutEachSingleRowThatDoesNotPassWhereEverythingIsKnown() {
    int ruledOut = 0;
    for (int i = 0; i < FILTERS; i++) {
      Sample sample = filters.filter(i % 4);
      BoundFilter filter = Filter.parse(sample.text()).bind(RandomFilters.KINDS);
      Map<String, Object> row = filters.row();
      if (sample.isExact()) {
        boolean mayMatch = filter.mayMatch(full(filter, List.of(row)));
        if (mayMatch != passes(filter, row)) {
          throw new AssertionError("%s%n%s".formatted(sample.text(), row));
        }
        ruledOut += mayMatch ? 0 : 1;
      }
    }
    assertThat(ruledOut).isGreaterThan(FILTERS / 8);
  }

  @Test
  void shouldCompareNumbersWithBounds() {
    assertThat(mayMatch("n < 3", 3L, 9L)).isFalse();
    assertThat(mayMatch("n <= 3", 3L, 9L)).isTrue();
    assertThat(mayMatch("n < 3.5", 3L, 9L)).isTrue();
    assertThat(mayMatch("n > 9", 3L, 9L)).isFalse();
    assertThat(mayMatch("n >= 9", 3L, 9L)).isTrue();
    assertThat(mayMatch("n == 2", 3L, 9L)).isFalse();
    assertThat(mayMatch("n == 5", 3L, 9L)).isTrue();
    assertThat(mayMatch("n in (1, 2, 10)", 3L, 9L)).isFalse();
    assertThat(mayMatch("n in (1, 5, 10)", 3L, 9L)).isTrue();
    assertThat(mayMatch("n not in (3, 9)", 3L, 9L)).isTrue();
    assertThat(mayMatch("n not in (2, 3)", 3L, 3L)).isFalse();
    assertThat(mayMatch("n != 3", 3L, 3L)).isFalse();
    assertThat(mayMatch("n != 3", 3L, 9L)).isTrue();
    assertThat(mayMatch("x >= 0.65", 0.1, 0.6)).isFalse();
  }

  @Test
  void shouldCompareStringsWithBoundsThatAreCutOff() {
    assertThat(mayMatch("s == 'en'", "a", "d")).isFalse();
    assertThat(mayMatch("s == 'en'", "e", "eo")).isTrue();
    assertThat(mayMatch("starts_with(s, 'en')", "em", "en")).isTrue();
    assertThat(mayMatch("starts_with(s, 'en')", "eo", "z")).isFalse();
    assertThat(mayMatch("starts_with(s, 'en')", "a", "e")).isFalse();
    assertThat(mayMatch("!starts_with(s, 'en')", "en", "enz")).isFalse();
    assertThat(mayMatch("!starts_with(s, 'en')", "en", "eo")).isTrue();
    assertThat(mayMatch("ends_with(s, 'en')", "a", "b")).isTrue();
  }

  @Test
  void shouldRuleOutFlagsWithoutTheValue() {
    assertThat(mayMatch("b", false, false)).isFalse();
    assertThat(mayMatch("!b", true, true)).isFalse();
    assertThat(mayMatch("b", false, true)).isTrue();
    assertThat(mayMatch("b != true", true, true)).isFalse();
  }

  @Test
  void shouldTakeAnUnknownMaximumForNaN() {
    assertThat(mayMatch("x > 5", 1.0, null)).isTrue();
    assertThat(mayMatch("x > 5", 1.0, Double.NaN)).isTrue();
    assertThat(mayMatch("x < 1", 1.0, null)).isFalse();
    assertThat(mayMatch("x != 1", 1.0, Double.NaN)).isTrue();
    assertThat(mayMatch("x <= 5", Double.NaN, Double.NaN)).isFalse();
  }

  @Test
  void shouldCountNulls() {
    assertThat(mayMatchWithNulls("n == 1", 10, 10)).isFalse();
    assertThat(mayMatchWithNulls("n == 1", 10, 9)).isTrue();
    assertThat(mayMatchWithNulls("n is null", 10, 0)).isFalse();
    assertThat(mayMatchWithNulls("n is null", 10, 1)).isTrue();
    assertThat(mayMatchWithNulls("n is not null", 10, 10)).isFalse();
    assertThat(mayMatchWithNulls("n is not null", 10, 9)).isTrue();
    assertThat(mayMatchWithNulls("n is null or n is not null", 0, 0)).isFalse();
  }

  @Test
  void shouldRuleOutWhatHasNoRows() {
    FilterStatistics nothing = unknown(1);
    FilterStatistics empty =
        new FilterStatistics(
            OptionalLong.of(0), nothing.nulls(), nothing.minimums(), nothing.maximums());
    assertThat(Filter.parse("n == 1").bind(KINDS).mayMatch(empty)).isFalse();
    assertThat(Filter.parse("n is null").bind(KINDS).mayMatch(empty)).isFalse();
  }

  @Test
  void shouldRuleOutNothingWhereNothingIsKnown() {
    for (String text :
        List.of("b", "n == 1", "x < 1", "s in ('a')", "n is null", "n is not null", "n < x")) {
      BoundFilter filter = Filter.parse(text).bind(KINDS);
      assertThat(filter.mayMatch(unknown(filter.columns().size()))).as(text).isTrue();
    }
  }

  @Test
  void shouldCompareTheBoundsOfTwoColumns() {
    BoundFilter filter = Filter.parse("n < x").bind(KINDS);
    assertThat(filter.mayMatch(bounds(ValuesRow.of(5L, 1.0), ValuesRow.of(9L, 5.0)))).isFalse();
    assertThat(filter.mayMatch(bounds(ValuesRow.of(5L, 1.0), ValuesRow.of(9L, 5.5)))).isTrue();
    BoundFilter unequal = Filter.parse("n != x").bind(KINDS);
    assertThat(unequal.mayMatch(bounds(ValuesRow.of(5L, 5.0), ValuesRow.of(5L, 5.0)))).isFalse();
    assertThat(unequal.mayMatch(bounds(ValuesRow.of(5L, 5.0), ValuesRow.of(5L, 6.0)))).isTrue();
  }

  private static boolean mayMatch(String text, Object minimum, Object maximum) {
    return Filter.parse(text)
        .bind(KINDS)
        .mayMatch(bounds(ValuesRow.of(minimum), ValuesRow.of(maximum)));
  }

  private static boolean mayMatchWithNulls(String text, long rows, long nulls) {
    return Filter.parse(text)
        .bind(KINDS)
        .mayMatch(
            new FilterStatistics(
                OptionalLong.of(rows),
                List.of(OptionalLong.of(nulls)),
                ValuesRow.of((Object) null),
                ValuesRow.of((Object) null)));
  }

  private static FilterStatistics bounds(ValuesRow minimums, ValuesRow maximums) {
    return new FilterStatistics(
        OptionalLong.empty(),
        Collections.nCopies(minimums.values().size(), OptionalLong.empty()),
        minimums,
        maximums);
  }

  private static FilterStatistics unknown(int columns) {
    ValuesRow nothing = new ValuesRow(Collections.nCopies(columns, null));
    return bounds(nothing, nothing);
  }

  private static boolean passes(BoundFilter filter, Map<String, Object> row) {
    return filter.passes(new ValuesRow(values(filter, row)));
  }

  private static List<Object> values(BoundFilter filter, Map<String, Object> row) {
    return filter.columns().stream().map(row::get).toList();
  }

  private List<Map<String, Object>> rows(int count) {
    return Stream.generate(filters::row).limit(count).toList();
  }

  private static FilterStatistics full(BoundFilter filter, List<Map<String, Object>> rows) {
    List<OptionalLong> nulls = new ArrayList<>();
    List<Object> minimums = new ArrayList<>();
    List<Object> maximums = new ArrayList<>();
    for (String column : filter.columns()) {
      List<Object> values = rows.stream().map(row -> row.get(column)).toList();
      List<Object> sorted =
          values.stream().filter(Objects::nonNull).sorted(RandomFilters::compare).toList();
      nulls.add(OptionalLong.of(values.size() - sorted.size()));
      minimums.add(sorted.isEmpty() ? null : sorted.get(0));
      maximums.add(sorted.isEmpty() ? null : sorted.get(sorted.size() - 1));
    }
    return new FilterStatistics(
        OptionalLong.of(rows.size()), nulls, new ValuesRow(minimums), new ValuesRow(maximums));
  }

  /** The same with parts forgotten and bounds that are cut off. */
  private FilterStatistics vague(BoundFilter filter, List<Map<String, Object>> rows) {
    FilterStatistics full = full(filter, rows);
    List<Object> minimums = new ArrayList<>();
    for (Object minimum : ((ValuesRow) full.minimums()).values()) {
      minimums.add(forgets() ? null : lower(minimum));
    }
    List<Object> maximums = new ArrayList<>();
    for (Object maximum : ((ValuesRow) full.maximums()).values()) {
      maximums.add(forgets() ? null : raise(maximum));
    }
    return new FilterStatistics(
        forgets() ? OptionalLong.empty() : full.rows(),
        full.nulls().stream().map(nulls -> forgets() ? OptionalLong.empty() : nulls).toList(),
        new ValuesRow(minimums),
        new ValuesRow(maximums));
  }

  private boolean forgets() {
    return random.nextInt(6) == 0;
  }

  private Object lower(Object minimum) {
    return minimum instanceof String string ? beginning(string) : minimum;
  }

  /** The beginning with its last byte raised by one. */
  private Object raise(Object maximum) {
    if (!(maximum instanceof String string) || string.isEmpty() || random.nextBoolean()) {
      return maximum;
    }
    byte[] bytes = beginning(string);
    if (bytes.length > 0) {
      bytes[bytes.length - 1]++;
    }
    return bytes.length > 0 ? bytes : null;
  }

  private byte[] beginning(String string) {
    byte[] bytes = string.getBytes(UTF_8);
    return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
  }
}
