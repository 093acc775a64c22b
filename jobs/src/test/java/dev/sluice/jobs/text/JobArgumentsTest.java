package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobArgumentsTest {
  @Test
  void shouldNameTheFirstArgumentThatDiffers() throws IOException {
    assertThat(JobArguments.difference(Map.of("a", 1, "b", 2, "c", 3), Map.of("a", 1, "b", 3)))
        .contains("it was started with b 2, this one has 3");
    assertThat(JobArguments.difference(Map.of("a", 1), Map.of("a", 1))).isEmpty();
  }

  @Test
  void shouldSayWhichSideHasNone() throws IOException {
    assertThat(JobArguments.difference(Map.of(), Map.of("semantics", "earliest")))
        .contains("it was started without semantics, this one has \"earliest\"");
    assertThat(JobArguments.difference(Map.of("semantics", "earliest"), Map.of()))
        .contains("it was started with semantics \"earliest\", this one has none");
  }
}
