package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code validate --explain} where it cannot say anything. */
class ExplainOptionTest {
  @TempDir private Path directory;

  @Test
  void shouldAskForTheSource() {
    TestingProgram.Ended ended = TestingProgram.run("validate", "out", "--explain", "id", "--json");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err())
        .contains(
            "--explain", "are only in the source: pass the input of the output with --source DIR")
        .contains("omit --like, --check-*, --stats, --html and --json");
  }

  @Test
  void shouldSayWhatIsNoOutput() throws Exception {
    Path empty = Files.createDirectories(directory.resolve("empty"));
    TestingProgram.Ended ended =
        TestingProgram.run(
            "validate", empty.toString(), "--source", empty.toString(), "--explain", "id");
    assertThat(ended.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(ended.err()).contains("is not an output of Sluice");
  }
}
