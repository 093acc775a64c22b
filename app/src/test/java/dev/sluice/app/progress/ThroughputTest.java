package dev.sluice.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ThroughputTest {
  @Test
  void shouldReportTimeBytesAndDocuments() {
    assertThat(new Throughput(3.75, 12.5, 250_000_000, 125_000).text())
        .isEqualTo(
            "Took 12.5 s after a start of 3.8 s: 238.4 MiB of input at 19.1 MiB/s, 125,000"
                + " documents at 10,000 a second.");
  }
}
