package dev.sluice.jobs.text;

import static dev.sluice.jobs.text.TestingRefusals.assertRefusal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeOutputTest {
  @TempDir private Path root;

  private WholeOutput output() {
    return new WholeOutput(root.resolve("out"), Map.of("size", 3));
  }

  private static Map<String, Object> content(Path directory) throws IOException {
    Files.writeString(directory.resolve("content"), "new");
    return new HashMap<>(Map.of("lines", 1));
  }

  @Test
  void shouldLetOneProcessWriteAtATime() throws Exception {
    output()
        .publish(
            directory -> {
              assertThatThrownBy(() -> output().publish(WholeOutputTest::content))
                  .isInstanceOf(JobRefusedException.class)
                  .hasMessage(
                      "--output %s is in use by another process: wait until that process ends, or stop it"
                          .formatted(root.resolve("out")));
              return content(directory);
            });

    assertThat(root).isDirectoryContaining("glob:**/out").isDirectoryNotContaining("glob:**.tmp");
    assertThat(output().finished().orElseThrow().path("lines").asInt()).isOne();
    assertRefusal(() -> output().publish(WholeOutputTest::content), "is not empty");
  }

  @Test
  void shouldReplaceWhatAKilledProcessHasLeft() throws Exception {
    Path left = root.resolve(".out.tmp/output/half");
    Files.createDirectories(left.getParent());
    Files.writeString(left, "half");
    Files.writeString(root.resolve(".out.tmp/lock"), "");

    output().publish(WholeOutputTest::content);

    assertThat(root.resolve("out/half")).doesNotExist();
    assertThat(root.resolve("out/content")).hasContent("new");
    assertThat(root.resolve(".out.tmp")).doesNotExist();
  }
}
