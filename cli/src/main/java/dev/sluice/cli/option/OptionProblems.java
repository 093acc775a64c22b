package dev.sluice.cli.option;

import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import java.util.ArrayList;
import java.util.List;

/** Collects the problems of a command's options, to report all at once. */
public final class OptionProblems {
  private final List<Problem> problems = new ArrayList<>();

  /** Adds a problem of an option if a condition is not met. */
  public void check(boolean met, String option, String message) {
    if (!met) {
      problems.add(new Problem(option, "", message));
    }
  }

  /** Adds a problem if a number is too small. */
  public void atLeast(long least, long value, String option) {
    check(value >= least, option, "%d is too small: at least %d".formatted(value, least));
  }

  /** Adds a problem if a number is out of range. */
  void within(String option, int value, int least, int most) {
    check(
        value >= least && value <= most,
        option,
        "%d is out of range: %d to %d".formatted(value, least, most));
  }

  /** Adds a problem if a number is not between 0 and 1. */
  void share(String option, double value) {
    check(
        value > 0 && value < 1,
        option,
        "%s is out of range: more than 0 and less than 1".formatted(value));
  }

  /** Adds the exception of a check as a problem. */
  public void tryOut(String option, Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      problems.add(new Problem(option, "", e.getMessage()));
    }
  }

  /** All problems in order. */
  public List<Problem> all() {
    return List.copyOf(problems);
  }

  /**
   * Throws if there are problems.
   *
   * @throws ConfigException with all of them
   */
  public void throwAny() {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}
