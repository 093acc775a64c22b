package dev.sluice.app.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sluice.app.page.SampleRuns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFileTest {
  private static final RunDocument RUN = SampleRuns.running(3, SampleRuns.examples());

  @TempDir private Path directory;

  private Path path() {
    return directory.resolve(RunFile.NAME);
  }

  private RunFile file() {
    return new RunFile(directory);
  }

  @Test
  void shouldReadWhatItWrote() throws IOException {
    assertThat(file().read()).isEmpty();
    file().write(RUN);
    RunDocument read = file().read().orElseThrow();
    assertThat(read.state()).isEqualTo(RUN.state());
    assertThat(read.events()).isEqualTo(RUN.events());
    assertThat(read.series().time()).isEqualTo(RUN.series().time());
    assertThat(read.json()).isEqualTo(RUN.json());
    assertThat(RUN.json()).doesNotContain("near_duplicates_removed", "\"state\":{");
  }

  @Test
  void shouldTakeADamagedFileForNone() throws IOException {
    file().write(RUN);
    byte[] whole = Files.readAllBytes(path());
    for (int length = 0; length < whole.length; length += 97) {
      Files.write(path(), Arrays.copyOf(whole, length));
      assertThat(file().read()).isEmpty();
    }
    Files.write(path(), new byte[] {(byte) 0xff});
    assertThat(file().read()).isEmpty();
  }

  /** Of another version, or damaged. */
  @ParameterizedTest
  @ValueSource(
      strings = {"progress", "dumps", "buckets", "dropped", "stages", "phases", "series", "events"})
  void shouldTakeADocumentThatLacksFieldsForNone(String field) throws IOException {
    String json = RUN.json().replaceFirst("\"%s\":".formatted(field), "\"other\":");
    Files.writeString(path(), json, UTF_8);
    assertThat(file().read()).isEmpty();
  }

  @Test
  void shouldForgetTexts() throws IOException {
    assertThat(RUN.json()).contains("water mill");
    file().write(RUN);
    Path unfinished = Files.writeString(directory.resolve(".run.json.tmp"), RUN.json());
    assertThat(file().documents()).hasSize(2);
    file().forgetTexts();
    assertThat(unfinished).doesNotExist();
    assertThat(file().documents()).hasSize(1);
    assertThat(Files.readString(path())).contains("\"examples\":").doesNotContain("water mill");

    Files.writeString(path(), RUN.json().substring(1));
    file().forgetTexts();
    assertThat(path()).doesNotExist();
  }

  /** A warning in the log would not be enough: the text is still there. */
  @Test
  void shouldSayThatTextsAreStillThere() throws IOException {
    file().write(RUN);
    Files.createDirectories(directory.resolve(".run.json.tmp/in the way"));
    assertThatIOException().isThrownBy(() -> file().forgetTexts());
  }

  @Test
  void shouldSkipFieldsOfLaterVersions() throws IOException {
    String json = RUN.json().replaceFirst("\\{", "{\"weather\":[1],");
    Files.writeString(path(), json, UTF_8);
    assertThat(file().read().orElseThrow().state()).isEqualTo(RUN.state());
  }

  @Test
  void shouldNotFailOnADirectoryThatCannotBeWritten() throws IOException {
    Files.createDirectory(path()); // nothing can be moved there
    Files.createFile(path().resolve("in the way"));
    RunFile file = file();
    file.write(RUN);
    Files.delete(path().resolve("in the way"));
    Files.delete(path());
    file.write(RUN);
    assertThat(file().read()).isPresent();
  }
}
