package dev.sluice.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.ConfigRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCommandTest {
  @TempDir private Path directory;

  /** What a shell makes of the words of a line. */
  private List<String> words(ShellCommand command) throws IOException {
    Path script = directory.resolve("paste.sh");
    Files.writeString(script, "set -- " + command + "\nprintf '%s\\0' \"$@\"\n", UTF_8);
    Process shell =
        new ProcessBuilder("sh", script.toString()).directory(directory.toFile()).start();
    String out = new String(shell.getInputStream().readAllBytes(), UTF_8);
    return List.of(out.split("\0"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "out",
        "/data/a b",
        "Äus gabe",
        "it's",
        "$HOME",
        "a\"b",
        "a\\b",
        "`id`",
        "a\nb",
        "*",
        "~",
        "#",
        "a;b",
        "a&b",
        "a'; rm x; '",
        "!",
        "{a,b}",
        "='"
      })
  void shouldReachTheProgramAsItIs(String name) throws IOException {
    assertThat(words(ShellCommand.of("status").with(Path.of(name)).with("--set", name)))
        .containsExactly("./sluice", "status", name, "--set", name);
  }

  @Test
  void shouldQuoteOnlyWhereThatIsNeeded() {
    assertThat(ShellCommand.of("validate").with(Path.of("/data/out-1.0")))
        .hasToString("./sluice validate /data/out-1.0");
    assertThat(ShellCommand.of("validate").with(Path.of("Äus gabe")))
        .hasToString("./sluice validate 'Äus gabe'");
  }

  @Test
  void shouldTakeNoPathForAnOption() throws IOException {
    assertThat(words(ShellCommand.of("validate").with(Path.of("-q"))))
        .containsExactly("./sluice", "validate", "./-q");
  }

  @Test
  void shouldRepeatWhatWasGiven() throws IOException {
    ConfigRequest request =
        ConfigRequest.of(
            Optional.of(Path.of("my file.yaml")), List.of("a=[b, c]", "dataset.source=x's"));
    assertThat(words(ShellCommand.of("run").with(request)))
        .containsExactly(
            "./sluice",
            "run",
            "-c",
            "my file.yaml",
            "--set",
            "a=[b, c]",
            "--set",
            "dataset.source=x's");
  }
}
