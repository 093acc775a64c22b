package dev.sluice.app.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.Failure;
import dev.sluice.storage.publish.Publication;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
