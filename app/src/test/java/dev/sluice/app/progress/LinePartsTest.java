package dev.sluice.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinePartsTest {
  private static LineParts parts() {
    return new LineParts()
        .add(0, "12 %")
        .add(1, "2 h 5 min left")
        .add(4, "12,345,678 rows")
        .add(2, "1,234,567 kept")
        .add(3, "");
  }

  @Test
  void shouldLeaveOutTheLeastImportantPartsFirst() {
    assertThat(parts().all()).isEqualTo("12 %, 2 h 5 min left, 12,345,678 rows, 1,234,567 kept");
    assertThat(parts().fitting(53)).isEqualTo(parts().all());
    assertThat(parts().fitting(52)).isEqualTo("12 %, 2 h 5 min left, 1,234,567 kept");
    assertThat(parts().fitting(21))
        .as("rows fit, but kept are more important")
        .isEqualTo("12 %, 2 h 5 min left");
    assertThat(parts().fitting(19)).isEqualTo("12 %");
  }

  @Test
  void shouldNeverCutAWord() {
    assertThat(parts().fitting(3)).isEmpty();
    for (int columns = 0; columns < 60; columns++) {
      String line = parts().fitting(columns);
      assertThat(line).hasSizeLessThanOrEqualTo(columns);
      assertThat(line.isEmpty() ? new String[0] : line.split(", "))
          .isSubsetOf("12 %", "2 h 5 min left", "12,345,678 rows", "1,234,567 kept");
    }
  }
}
