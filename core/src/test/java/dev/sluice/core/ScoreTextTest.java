package dev.sluice.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreTextTest {
  @ParameterizedTest
  @CsvSource({"3.7, 3.7", "-1, -1", "+2., 2", ".5, .5", "1e3, 1000", "0, 0", "1E-400, 0"})
  void shouldReadOneNumber(String text, double number) {
    assertThat(ScoreText.parse(text)).isEqualTo(number);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 3.7",
        "3.7 ",
        "3,7",
        "3.7f",
        "0x10",
        "NaN",
        "Infinity",
        "high",
        ".",
        "1e",
        "٣"
      })
  void shouldTakeNothingElse(String text) {
    assertThat(ScoreText.parse(text)).isNaN();
  }

  @ParameterizedTest
  @ValueSource(ints = {65, 1_000_000})
  void shouldNotReadEndlessDigits(int digits) {
    assertThat(ScoreText.parse("1".repeat(digits))).isNaN();
  }
}
