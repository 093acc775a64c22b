package dev.sluice.jobs.text;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskRoomTest {
  @TempDir private Path directory;

  private void check(long free, long temporary, long output) throws Exception {
    new DiskRoom(path -> free)
        .check(
            directory.resolve("a/temp"),
            temporary,
            500_000_000,
            Optional.of(directory.resolve("b/out")),
            output);
  }

  @Test
  void shouldAskForTheLargerOfBothAndALittle() {
    assertThatCode(() -> check(2_500_000_000L, 2_000_000_000, 1_000_000_000))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(2_400_000_000L, 2_000_000_000, 1_000_000_000))
        .isInstanceOf(JobRefusedException.class)
        .hasMessage(
            "the disk of %s has 2.2 GiB free, but the space needed for temporary files and the"
                + " output is about 2.3 GiB: free some space, or choose a larger disk with"
                + " --temp-dir",
            directory);
  }

  @Test
  void shouldAskForTemporaryFilesAloneWithoutADirectory() {
    DiskRoom room = new DiskRoom(path -> 5);
    assertThatThrownBy(() -> room.check(directory, 6, 0, Optional.empty(), 0))
        .hasMessageContaining("but the space needed for temporary files is about");
  }
}
