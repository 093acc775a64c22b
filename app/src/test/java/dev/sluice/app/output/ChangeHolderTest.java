package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.Failure;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.testing.DamagedJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeHolderTest {
  @TempDir private Path root;

  @Test
  void shouldLeaveWhatIsNotItsOwn() throws IOException {
    Path file = root.resolve("changing.json");
    Publication publication = new Publication(root.resolve("tmp"));
    try (WorkDirectory stopped = WorkDirectory.open(root.resolve("stopped"));
        WorkDirectory other = WorkDirectory.open(root.resolve("other"))) {
      ChangeHolder.take(file, stopped, publication);
      assertThatThrownBy(() -> ChangeHolder.take(file, other, publication))
          .isInstanceOf(Failure.class);
      Files.delete(file);
      ChangeHolder.take(file, other, publication);
      byte[] before = Files.readAllBytes(file);

      ChangeHolder.release(file, stopped);
      assertThat(file).hasBinaryContent(before);

      ChangeHolder.release(file, other);
      assertThat(file).doesNotExist();
      ChangeHolder.release(file, other);
    }
  }

  @Test
  void shouldRequireWhatItSays() throws IOException {
    DamagedJson.require(ChangeHolder.class, new ChangeHolder("a", "pid 7 on host"));
  }

  /** Nothing but that somebody was at work is lost with it. */
  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{}", "\0\0\0", "{\"instance\": null, \"process\": \"7\"}"})
  void shouldSayWhatToDoAboutOneThatIsDamaged(String damaged) throws IOException {
    Path file = Files.writeString(root.resolve("changing.json"), damaged);
    try (WorkDirectory own = WorkDirectory.open(root.resolve("own"))) {
      Publication publication = new Publication(root.resolve("tmp"));
      assertThatThrownBy(() -> ChangeHolder.take(file, own, publication))
          .isInstanceOf(Failure.class)
          .hasMessageStartingWith(file + " does not name the process that changes the output")
          .hasMessageEndingWith("then delete the file");
    }
    assertThatThrownBy(() -> ChangeHolder.requireNone(file)).isInstanceOf(Failure.class);
    Files.delete(file);
    ChangeHolder.requireNone(file);
  }
}
