package dev.sluice.app.output;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkDirectoryTest {
  @TempDir private Path root;

  @Test
  void shouldUndoItselfAndTheDirectoriesItMade() throws IOException {
    WorkDirectory work = WorkDirectory.open(root.resolve("out/_sluice/work-sink"));
    Files.createDirectories(work.path().resolve("logs"));

    work.undo();

    assertThat(root).isEmptyDirectory();
  }

  @Test
  void shouldLeaveWhatAnotherRoleHasPutBesideIt() throws IOException {
    WorkDirectory work = WorkDirectory.open(root.resolve("out/_sluice/work-sink"));
    Path owner = Files.writeString(root.resolve("out/_sluice/owner.json"), "{}");
    Path shard = root.resolve("out/en/3.0/unknown/0.parquet");
    Files.createDirectories(shard.getParent());
    Files.writeString(shard, "rows");

    work.undo();

    assertThat(owner).exists();
    assertThat(shard).exists();
    assertThat(work.path()).doesNotExist();
  }

  @Test
  void shouldKeepItsIdentity() throws IOException {
    Path path = root.resolve("work");
    String first;
    try (WorkDirectory work = WorkDirectory.open(path)) {
      first = work.instanceId();
    }

    try (WorkDirectory again = WorkDirectory.open(path)) {
      assertThat(again.instanceId()).isEqualTo(first);
    }
  }

  @Test
  void shouldGiveEachInstanceTheFirstDirectoryThatIsFree() throws IOException {
    Path path = root.resolve("streams-{instance}");
    try (WorkDirectory first = WorkDirectory.open(path)) {
      String secondId;
      try (WorkDirectory second = WorkDirectory.open(path)) {
        assertThat(first.path()).isEqualTo(root.resolve("streams-1"));
        assertThat(second.path()).isEqualTo(root.resolve("streams-2"));
        secondId = second.instanceId();
      }
      try (WorkDirectory again = WorkDirectory.open(path)) {
        assertThat(again.instanceId()).isEqualTo(secondId).isNotEqualTo(first.instanceId());
      }
    }
  }

  @Test
  void shouldNameTheHolder() throws IOException {
    Path path = root.resolve("held");
    assertThat(WorkDirectory.holder(path)).isEmpty();
    try (WorkDirectory work = WorkDirectory.open(path)) {
      assertThat(WorkDirectory.holder(work.path())).contains(ProcessHandle.current());
    }
    assertThat(WorkDirectory.holder(path)).isEmpty();
  }

  @Test
  void shouldNotTakeAnotherProcessForOneThatWasKilled() throws IOException {
    WorkDirectory.open(root).close();
    long pid = ProcessHandle.current().pid();
    Files.writeString(root.resolve("work.lock"), "\n" + pid + " 2001-01-01T00:00:00Z\n", APPEND);
    assertThat(WorkDirectory.holder(root)).isEmpty();
  }
}
