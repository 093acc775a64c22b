package dev.sluice.core.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LockedFileTest {
  @TempDir Path directory;

  @Test
  void shouldHaveOneOwnerAtATimeAndStay() throws Exception {
    Path file = directory.resolve("lock");
    try (LockedFile locked = LockedFile.tryLock(file).orElseThrow()) {
      assertThat(locked.channel().isOpen()).isTrue();
      assertThat(LockedFile.tryLock(file)).isEmpty();
    }
    assertThat(Files.exists(file)).isTrue();
    try (LockedFile again = LockedFile.tryLock(file).orElseThrow()) {
      assertThat(again.channel().size()).isZero();
    }
  }

  @Test
  void shouldNameTheFileThatCannotBeLockedAndTheWayOut() {
    WithoutLocks channel = new WithoutLocks();
    assertThatThrownBy(() -> LockedFile.lock(Path.of("out/lock"), channel))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(
            "out/lock: cannot be locked (Function not implemented): mount the file system with"
                + " locks (for Lustre, -o flock), or choose a directory on a different file"
                + " system");
    assertThat(channel.isOpen()).isFalse();
  }
}
