package dev.sluice.it.campaign;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.it.Differences;
import dev.sluice.it.Output;
import dev.sluice.it.PlainCuration;
import dev.sluice.it.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Says whether an undisturbed run is right: by the rules written down once more, and where there is
 * a Python with pyarrow by a script that shares no code with the program.
 */
final class Oracle {
  private final Optional<String> python;

  private Oracle(Optional<String> python) {
    this.python = python;
  }

  /** The one that the environment variable {@code PYTHON} makes possible. */
  static Oracle ofEnvironment() {
    return new Oracle(Optional.ofNullable(System.getenv("PYTHON")).filter(name -> !name.isEmpty()));
  }

  /** In words, for those who run a campaign. */
  String words() {
    return python
        .map(name -> "the script it/bin/oracle.py")
        .orElse("the tests' plain curation alone (set PYTHON to one with pyarrow for the script)");
  }

  /** Fails where the output is not what is to be kept of the source. */
  void check(Input input, Path source, Path output) {
    List<String> differences =
        Differences.between(
            PlainCuration.of(source, input.rules()).kept(), new Output(output).kept());
    if (!differences.isEmpty()) {
      throw new AssertionError("undisturbed, and wrong: " + differences);
    }
    if (input.rules().equals(PlainCuration.Rules.DEFAULT)) { // all that the script knows
      python.ifPresent(name -> askScript(name, source, output));
    }
  }

  private static void askScript(String python, Path source, Path output) {
    String script = Repository.file("it/bin/oracle.py").toString();
    try {
      Process process =
          new ProcessBuilder(python, script, source.toString(), output.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), UTF_8);
      if (process.waitFor() != 0) {
        throw new AssertionError("undisturbed, and wrong by " + script + ":\n" + said);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
