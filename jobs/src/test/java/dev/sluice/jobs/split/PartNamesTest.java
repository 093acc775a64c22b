package dev.sluice.jobs.split;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.split.SplitPlan.PartNames;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PartNamesTest {
  private static PartNames names(String source) {
    return new PartNames(Path.of("out"), source);
  }

  @Test
  void shouldKeepDirectoryAndEnding() {
    assertThat(names("a/b.c.parquet").of(3, 12)).isEqualTo("a/b.c-00003-of-00012.parquet");
    assertThat(names("x.jsonl.zst").of(0, 2)).isEqualTo("x-00000-of-00002.jsonl.zst");
    assertThat(names("X.JSON.GZ").of(1, 2)).isEqualTo("X-00001-of-00002.JSON.GZ");
  }

  @Test
  void shouldKeepTheNameOfAFileThatIsNotCut() {
    assertThat(names("a/b.jsonl").of(0, 1)).isEqualTo("a/b.jsonl");
  }

  @Test
  void shouldKnowWhatAFileWouldBeTakenForAPartOf() {
    assertThat(names("a/b-00000-of-00002.jsonl").whole()).isEqualTo("a/b.jsonl");
    assertThat(names("a/b-0-of-2.jsonl").whole()).isEqualTo("a/b-0-of-2.jsonl");
  }
}
