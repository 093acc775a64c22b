package dev.sluice.core.values;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class OutputPathTest {
  @Test
  void shouldRefuseTheSignOfStandardOutput() {
    assertThatThrownBy(() -> OutputPath.of("-"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("standard output is not supported");
    assertThat(OutputPath.of("./-")).isEqualTo(Path.of("./-"));
  }
}
