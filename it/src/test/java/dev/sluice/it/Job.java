package dev.sluice.it;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * A {@code run} command, to be typed once or again and again.
 *
 * @param input where it reads
 * @param output where it writes
 * @param options what else is on the line
 */
public record Job(Path input, Path output, List<String> options) {
  /** So small that a few thousand documents are cut often. */
  public static final String SMALL_CUTS = "sink.cut-bytes=256KiB";

  public Job {
    options = List.copyOf(options);
  }

  /** With small cuts. */
  public static Job of(Path input, Path output, String... options) {
    List<String> all = new ArrayList<>(List.of("--progress", "none", "--set", SMALL_CUTS));
    all.addAll(Arrays.asList(options));
    return new Job(input, output, all);
  }

  public List<String> arguments() {
    List<String> arguments =
        new ArrayList<>(List.of("run", "--input", input.toString(), "--output", output.toString()));
    arguments.addAll(options);
    return arguments;
  }

  /** Starts it as a process of its own. */
  public ProgramProcess start() {
    return ProgramProcess.start(input, arguments());
  }

  /**
   * Starts it as a process of its own, which stands still while something holds and before it has
   * ended. It begins anew, without what it has written, where it was too fast.
   */
  public ProgramProcess startUntil(String what, BooleanSupplier condition) {
    return ProgramProcess.startUntil(what, condition, this::start, output);
  }

  /** Runs it to an end with this exit code, in this process. */
  public Program.Ended run(int exitCode) {
    return Program.run(arguments()).with(exitCode);
  }

  /** What it has written. */
  public Output result() {
    return new Output(output);
  }
}
