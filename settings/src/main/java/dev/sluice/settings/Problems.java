package dev.sluice.settings;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects problems, so that all of them are reported at once, in the order in which they are
 * found. Not thread-safe.
 */
public final class Problems {
  /** A file with more problems is not a configuration. */
  private static final int LIMIT = 200;

  private final List<Problem> problems = new ArrayList<>();

  /**
   * Adds a problem.
   *
   * @throws ConfigException with all problems, if this is the 200th
   */
  public void add(String subject, String origin, String message) {
    problems.add(new Problem(subject, origin, message));
    if (problems.size() >= LIMIT) {
      problems.add(new Problem(subject, "", "the check ends here: there are 200 problems above"));
      throwIfAny();
    }
  }

  /** Adds a problem without an origin. */
  public void add(String subject, String message) {
    add(subject, "", message);
  }

  /** Adds the problems of another check. */
  public void add(ConfigException other) {
    problems.addAll(other.problems());
  }

  /** Adds a problem that begins with its subject, as those of other modules do. */
  public void add(String line) {
    add("", line);
  }

  /** Adds a problem of an option if a condition is not met. */
  public void check(boolean met, String option, String message) {
    if (!met) {
      add(option, message);
    }
  }

  /** Adds a problem if a number is too small. */
  public void atLeast(long least, long value, String option) {
    check(value >= least, option, "%d is too small: at least %d".formatted(value, least));
  }

  /** Adds a problem if a number is out of range. */
  public void within(String option, int value, int least, int most) {
    check(
        value >= least && value <= most,
        option,
        "%d is out of range: %d to %d".formatted(value, least, most));
  }

  /** Adds a problem if a number is not between 0 and 1. */
  public void share(String option, double value) {
    check(
        value > 0 && value < 1,
        option,
        "%s is out of range: more than 0 and less than 1".formatted(value));
  }

  /** Adds the exception of a check as a problem. */
  public void tryOut(String option, Runnable check) {
    try {
      check.run();
    } catch (ConfigException e) {
      add(e);
    } catch (IllegalArgumentException e) {
      add(option, e.getMessage());
    }
  }

  /** Whether there are no problems so far. */
  public boolean isEmpty() {
    return problems.isEmpty();
  }

  /** The number of problems so far. */
  public int count() {
    return problems.size();
  }

  /** The problems so far. */
  public List<Problem> all() {
    return List.copyOf(problems);
  }

  /**
   * Ends the collection.
   *
   * @throws ConfigException with all problems, if there are any
   */
  public void throwIfAny() {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}
