package dev.sluice.core.filter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.filter.RandomFilters.Sample;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Random filters, evaluated on random rows, against an evaluator of the test. */
class FilterPropertyTest {
  private static final int FILTERS = 5_000;
  private static final int ROWS = 40;

  private final RandomFilters random = new RandomFilters(1);

  @Test
  void shouldPassTheRowsThatASlowEvaluatorFindsTrue() {
    List<Map<String, Object>> rows = Stream.generate(random::row).limit(400).toList();
    int passed = 0;
    for (int i = 0; i < FILTERS; i++) {
      Sample sample = random.filter(i % 5);
      Filter.BoundFilter filter = Filter.parse(sample.text()).bind(RandomFilters.KINDS);
      for (int j = 0; j < ROWS; j++) {
        Map<String, Object> row = rows.get((i * 7 + j) % rows.size());
        boolean passes = filter.passes(new ValuesRow(values(filter, row)));
        if (passes != Boolean.TRUE.equals(sample.truth().apply(row))) {
          throw new AssertionError("%s%n%s%npasses: %s".formatted(sample.text(), row, passes));
        }
        passed += passes ? 1 : 0;
      }
    }
    assertThat(passed).isBetween(FILTERS * ROWS / 5, FILTERS * ROWS * 4 / 5);
  }

  @Test
  void shouldParseTheCanonicalFormToAnEqualFilter() {
    for (int i = 0; i < FILTERS; i++) {
      String text = random.filter(i % 6).text();
      Filter filter = Filter.parse(text);
      Filter again = Filter.parse(filter.toString());
      assertThat(again).as(text).isEqualTo(filter).hasToString(filter.toString());
      assertThat(again.columns()).isEqualTo(filter.columns());
    }
  }

  private static List<Object> values(Filter.BoundFilter filter, Map<String, Object> row) {
    return filter.columns().stream().map(row::get).toList();
  }
}
