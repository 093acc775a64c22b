package dev.sluice.cli;

import dev.sluice.cli.config.ConfigException;
import dev.sluice.cli.config.Problem;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a command's options, to tell all of it at once. */
final class OptionProblems {
  private final List<Problem> problems = new ArrayList<>();

  /** Notes a problem of an option unless it is met. */
  void check(boolean met, String option, String message) {
    if (!met) {
      problems.add(new Problem(option, "", message));
    }
  }

  /** Notes a number that is too small. */
  void atLeast(long least, long value, String option) {
    check(value >= least, option, "%d is too small: at least %d".formatted(value, least));
  }

  /** Notes what a check throws. */
  void tryOut(String option, Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      problems.add(new Problem(option, "", e.getMessage()));
    }
  }

  /** What was noted, in its order. */
  List<Problem> all() {
    return List.copyOf(problems);
  }

  /**
   * Tells them.
   *
   * @throws ConfigException when there are any
   */
  void throwAny() {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}
