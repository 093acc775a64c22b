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
    "0.59998, 0.59999, 0.59998 to 0.59999",
    "NaN, NaN, NaN to NaN",
    "0.25, NaN, 0.25 to NaN",
    "NaN, 0.59998, NaN to 0.5999",
    "-Infinity, Infinity, -Infinity to Infinity"
  })
  void shouldRoundARangeOnlyInwards(double least, double greatest, String range) {
    assertThat(ReportNumbers.range(least, least, greatest, 4)).startsWith(range + ", mean ");
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1.5, 2, '1 to 2, mean 1.5'",
    "0.5, 0.59998, 0.59999, '0.5 to 0.5999, mean 0.5999'",
    "0.50001, 0.50002, 0.6, '0.5001 to 0.6, mean 0.5001'",
    "3.1414999961853027, 3.1414999961853027, 3.1414999961853027,"
        + " '3.1414999961853027 to 3.1414999961853027, mean 3.1414999961853027'",
    "0.25, NaN, NaN, '0.25 to NaN, mean NaN'",
    "0, 0, 0, '0 to 0, mean 0'"
  })
  void shouldShowNoMeanOutsideOfTheRange(double least, double mean, double greatest, String shown) {
    assertThat(ReportNumbers.range(least, mean, greatest, 4)).isEqualTo(shown);
  }
}
