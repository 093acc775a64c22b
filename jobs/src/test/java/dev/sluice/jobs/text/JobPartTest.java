package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobPartTest {
  @Test
  void shouldReadItsNumbers() {
    assertThat(JobPart.parse("3/64")).isEqualTo(new JobPart(3, 64)).hasToString("3/64");
    assertThat(JobPart.parse("1/1")).isEqualTo(new JobPart(1, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0/64", "65/64", "1/0", "1/100001", "999999/999999"})
  void shouldRefuseNumbersThatAreOutOfRange(String text) {
    assertThatThrownBy(() -> JobPart.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("from 1/N to N/N");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "3-64", "3/64/", "-1/64", "a/b", "1/99999999999", "/64"})
  void shouldRefuseAnythingElse(String text) {
    assertThatThrownBy(() -> JobPart.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(text + " is not of the form I/N, such as 3/64, where N is at most 100,000");
  }
}
