package dev.sluice.cli;

import dev.sluice.settings.Machine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The program within the process of a test: a command line, and what came of it. */
public final class TestingProgram {
  private TestingProgram() {}

  /** What a command line left behind. */
  public record Ended(int exitCode, String out, String err) {
    /** The lines on stdout. */
    public List<String> lines() {
      return out.lines().toList();
    }
  }

  /** Executes a command line with no variables set, on a machine of 4 GiB and two processors. */
  public static Ended run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        Sluice.run(
            Map.of(),
            new Machine(4L << 30, 2),
            new PrintWriter(out),
            new PrintWriter(err),
            arguments);
    return new Ended(exitCode, out.toString(), err.toString());
  }

  /** Executes {@code process} in little memory. */
  static Ended process(String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of("process", "--progress=none", "--memory=256MiB", "--max-document-size=9KiB"));
    all.addAll(List.of(arguments));
    return run(all.toArray(String[]::new));
  }
}
