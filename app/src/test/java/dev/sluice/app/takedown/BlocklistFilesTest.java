package dev.sluice.app.takedown;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.TestingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlocklistFilesTest {
  @TempDir private Path directory;
  private final BlocklistFiles files = new BlocklistFiles();
  private final Problems problems = new Problems();
  private Path ids;
  private SluiceConfig config;

  @BeforeEach
  void writeIds() throws IOException {
    ids = Files.writeString(directory.resolve("ids.txt"), "a\nb\n");
    config = TestingConfig.loadYaml(directory, "blocklist.ids: " + ids);
  }

  @Test
  void shouldReadFilesOnceForChecksAndTheTakeDown() throws IOException {
    files.check(config, problems);
    Files.delete(ids);
    files.check(config, problems);

    assertThat(problems.isEmpty()).isTrue();
    assertThat(files.take(config).count()).isEqualTo(2);
    assertThatThrownBy(() -> files.take(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("no such file");
  }

  @Test
  void shouldReadWhatWasNotChecked() throws IOException {
    assertThat(files.take(config).count()).isEqualTo(2);
  }

  @Test
  void shouldReportFilesThatCannotBeUsed() throws IOException {
    Files.write(ids, new byte[] {'a', '\n', (byte) 0xFF});
    files.check(config, problems);

    assertThat(problems.all())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.toString())
                    .contains("blocklist.*", ids + ", line 2: it is not UTF-8"));
  }
}
