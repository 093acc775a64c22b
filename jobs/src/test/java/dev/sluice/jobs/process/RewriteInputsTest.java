package dev.sluice.jobs.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobs.text.MarkedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RewriteInputsTest {
  @TempDir private Path directory;

  /** What a report says, and what changes are compared with, is of one time. */
  @Test
  void shouldMarkFilesOnce() throws IOException {
    Path file = Files.createDirectories(directory.resolve("in")).resolve("a.jsonl");
    Files.writeString(file, "{\"text\": \"one\"}");
    RewriteInputs inputs =
        RewriteInputs.find(List.of(file.getParent().toString()), directory.resolve("out"));
    List<MarkedFile> marked = inputs.marked();
    Files.writeString(file, "{\"text\": \"two\"}");

    assertThat(inputs.marked()).isEqualTo(marked).isNotEqualTo(MarkedFile.of(inputs.files()));
  }
}
