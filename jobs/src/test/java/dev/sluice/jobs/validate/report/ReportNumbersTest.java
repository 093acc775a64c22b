package dev.sluice.jobs.validate.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportNumbersTest {
  @ParameterizedTest
  @CsvSource({
    "0.32489999, 0.59998, 0.3249 to 0.5999",
    "2.8, 2.99999, 2.8 to 2.9999",
    "2.80001, 3, 2.8001 to 3",
    "4, 5, 4 to 5",
    "-1, 1000, -1 to 1000",
    "-0.00001, 0.00001, 0 to 0",
    "0.59998, 0.59999, 0.59998 to 0.59999"
  })
  void shouldRoundARangeOnlyInwards(double least, double greatest, String range) {
    assertThat(ReportNumbers.range(least, greatest, 4)).isEqualTo(range);
  }
}
