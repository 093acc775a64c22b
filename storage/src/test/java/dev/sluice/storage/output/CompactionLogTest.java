package dev.sluice.storage.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.storage.output.Compaction.MergedShard;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompactionLogTest {
  @TempDir Path root;
  private Publication publication;

  @BeforeEach
  void setUp() {
    publication = new Publication(root.resolve("tmp"));
  }

  private CompactionLog log() {
    return new CompactionLog(new OutputLayout(root, "en", true));
  }

  private static Compaction compaction(long number) {
    CutFile merged =
        new CutFile("en/2.8/a/0-1.%d.parquet".formatted(number), "2.8", "a", 2, 1, 1, "sha");
    List<String> replaced = List.of("en/2.8/a/0.parquet", "en/2.8/a/1.parquet");
    return Compaction.merging(number, List.of(new MergedShard(merged, replaced)));
  }

  @Test
  void shouldRecordNothingUnderANumberThatWasGivenUp() throws IOException {
    log().giveUp(1, publication);
    log().giveUp(1, publication);

    assertThatThrownBy(() -> log().append(compaction(1), publication))
        .isInstanceOf(FileAlreadyExistsException.class);
    log().append(compaction(2), publication);
    assertThat(log().read()).containsExactly(Compaction.merging(1, List.of()), compaction(2));
  }

  @Test
  void shouldNotGiveUpWhatIsRecorded() throws IOException {
    log().append(compaction(1), publication);

    log().giveUp(1, publication);

    assertThat(log().read()).containsExactly(compaction(1));
  }
}
