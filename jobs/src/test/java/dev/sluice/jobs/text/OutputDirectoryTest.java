package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OutputDirectoryTest {
  @Test
  void shouldNameTheFirstArgumentThatDiffers() throws IOException {
    assertThat(OutputDirectory.difference(Map.of("a", 1, "b", 2, "c", 3), Map.of("a", 1, "b", 3)))
        .contains("it was started with b 2, but this run has 3");
    assertThat(OutputDirectory.difference(Map.of("a", 1), Map.of("a", 1))).isEmpty();
  }

  @Test
  void shouldNotShowHashesOfInputsThatAreAsManyAndAsLarge() throws IOException {
    Map<String, Object> before = Map.of("files", 2, "bytes", 9, "files_sha256", "01");
    Map<String, Object> now = Map.of("files", 2, "bytes", 9, "files_sha256", "02");
    assertThat(OutputDirectory.difference(Map.of("input", before), Map.of("input", now)))
        .contains(
            "it was started with files in --input that have the same number and total size, but"
                + " different names or contents");
  }

  @Test
  void shouldSayWhichSideHasNone() throws IOException {
    assertThat(OutputDirectory.difference(Map.of(), Map.of("semantics", "earliest")))
        .contains("it was started without semantics, but this run has \"earliest\"");
    assertThat(OutputDirectory.difference(Map.of("semantics", "earliest"), Map.of()))
        .contains("it was started with semantics \"earliest\", but this run has none");
  }
}
