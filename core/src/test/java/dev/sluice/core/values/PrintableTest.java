package dev.sluice.core.values;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintableTest {
  @Test
  void shouldReplaceWhatTerminalsObey() {
    assertThat(Printable.of("a\u001B[2K\r\n\u0007b\u009B1A\u007F")).isEqualTo("a?[2K???b?1A?");
    assertThat(Printable.of("\u00FC 中 \uD83D\uDE00")).isEqualTo("\u00FC 中 \uD83D\uDE00");
  }
}
