package dev.sluice.storage.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputGlobTest {
  @ParameterizedTest
  @CsvSource({
    "in/*.jsonl, out, false",
    "in/o*, out, true",
    "in/*/*.jsonl, out, true",
    "in/*/*.jsonl, out/deep, false",
    "in/*/a/*.jsonl, out, true",
    "in/*/a/*.jsonl, out/b, false",
    "in/**/*.jsonl, out/deep, true",
    "in/a/*, out, true",
    "'in/{a,o*/b}/*.jsonl', out, true",
    "'in/{a,b}/*.jsonl', out, false",
  })
  void shouldTellWhetherItReachesBelowADirectory(String glob, Path directory, boolean reaches) {
    assertThat(InputGlob.of(Path.of(glob)).reachesBelow(directory)).isEqualTo(reaches);
  }
}
