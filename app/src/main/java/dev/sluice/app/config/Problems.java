package dev.sluice.app.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects problems, so that all are told at once. In order of discovery. After 200 it ends the
 * collection, as a file with so many is no configuration. Not thread-safe.
 */
public final class Problems {
  private static final int MOST = 200;

  private final List<Problem> problems = new ArrayList<>();

  /**
   * Adds a problem; see {@link Problem} for the parts.
   *
   * @throws ConfigException with all problems, when these are enough
   */
  public void add(String subject, String origin, String message) {
    problems.add(new Problem(subject, origin, message));
    if (problems.size() >= MOST) {
      problems.add(new Problem(subject, "", "the check ends here: there are 200 problems above"));
      throwIfAny();
    }
  }

  /** Adds a problem that has no origin. */
  public void add(String subject, String message) {
    add(subject, "", message);
  }

  /** Whether there is none so far. */
  public boolean isEmpty() {
    return problems.isEmpty();
  }

  /** How many there are so far. */
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
