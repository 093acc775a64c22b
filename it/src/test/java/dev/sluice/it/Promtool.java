package dev.sluice.it;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Prometheus' own checker, where there is one (Debian's package prometheus). */
final class Promtool {
  private static final String NAME = "promtool";

  private Promtool() {}

  /** Skips the calling test where there is none. */
  static void require() {
    boolean found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, NAME)));
    Assumptions.assumeTrue(found, "there is no promtool (Debian's package prometheus)");
  }

  /**
   * Runs it.
   *
   * @param input what it reads from stdin
   * @return what it finds; empty if all is well
   */
  static String findings(Path input, String... arguments) {
    try {
      Path told = Files.createTempFile(NAME, ".txt");
      Process process =
          new ProcessBuilder(Stream.concat(Stream.of(NAME), Stream.of(arguments)).toList())
              .redirectInput(input.toFile())
              .redirectErrorStream(true)
              .redirectOutput(Redirect.to(told.toFile()))
              .start();
      int exitCode = process.waitFor();
      String text = Files.readString(told);
      Files.delete(told);
      List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
      return exitCode == 0 && lines.stream().allMatch(Promtool::isQuiet)
          ? ""
          : "exit code %d:%n%s".formatted(exitCode, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isQuiet(String line) {
    return line.matches("Checking .*|Unit Testing: .*| *SUCCESS.*");
  }
}
