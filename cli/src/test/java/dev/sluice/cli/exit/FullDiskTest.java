package dev.sluice.cli.exit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.cli.option.TextJobOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FullDiskTest {
  private static final String FULL = "No space left on device";

  @TempDir private Path directory;

  private String told(Exception failure) {
    Path output = directory.resolve("out");
    try {
      TextJobOptions.run(
          "process",
          () -> {
            if (failure instanceof IOException e) {
              throw e;
            }
            throw (RuntimeException) failure;
          },
          output,
          output);
      return "nothing";
    } catch (Exception e) {
      return e.getMessage();
    }
  }

  @Test
  void shouldNameTheDiskAndTheWayOut() {
    String expected =
        "process: the disk of %s is full: free some space, then run the command again"
            .formatted(directory.resolve("out"));
    assertThat(told(new IOException(FULL))).isEqualTo(expected);
    assertThat(told(new FileSystemException("x", null, FULL))).isEqualTo(expected);
    assertThat(told(new UncheckedIOException("y", new IOException(FULL)))).isEqualTo(expected);
  }

  @Test
  void shouldSayNothingOfOtherFailures() {
    assertThat(told(new IOException("broken pipe"))).isEqualTo("process: broken pipe");
    assertThatThrownBy(
            () ->
                TextJobOptions.run(
                    "shuffle",
                    () -> {
                      throw new IOException(FULL);
                    }))
        .hasMessage("shuffle: " + FULL);
  }
}
