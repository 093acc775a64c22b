package dev.sluice.settings;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects problems. All of them are reported at once, in the order in which they are found. Not
 * thread-safe.
 */
public final class Problems {
  /** Maximum number of problems: a file with more is not a configuration. */
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
      problems.add(new Problem(subject, "", "stopped after 200 problems"));
      throwIfAny();
    }
  }

  /** Adds a problem without an origin. */
  public void add(String subject, String message) {
    add(subject, "", message);
  }

  /**
   * Adds a problem whose text begins with its subject. Problems of other modules have this form.
   */
  public void add(String line) {
    add("", line);
  }

  /** Adds a problem unless a condition is met. */
  public void check(boolean met, String subject, String message) {
    if (!met) {
      add(subject, message);
    }
  }

  /** Adds a problem if a number is too small. */
  public void atLeast(long least, long value, String subject) {
    check(value >= least, subject, "%d is too small; must be at least %d".formatted(value, least));
  }

  /** Adds a problem if a number is out of range. */
  public void within(String subject, int value, int least, int most) {
    check(
        value >= least && value <= most,
        subject,
        "%d is out of range; must be from %d to %d".formatted(value, least, most));
  }

  /** Runs a check. If it throws an exception, the message is added as a problem. */
  public void tryOut(String subject, Runnable check) {
    try {
      check.run();
    } catch (IllegalArgumentException e) {
      add(subject, e.getMessage());
    }
  }

  /** Returns whether there are no problems so far. */
  public boolean isEmpty() {
    return problems.isEmpty();
  }

  /** Returns the number of problems so far. */
  public int count() {
    return problems.size();
  }

  /** Returns the problems so far. */
  public List<Problem> all() {
    return List.copyOf(problems);
  }

  /**
   * Throws all problems, if any.
   *
   * @throws ConfigException with all problems, if there are any
   */
  public void throwIfAny() {
    if (!problems.isEmpty()) {
      throw new ConfigException(problems);
    }
  }
}
