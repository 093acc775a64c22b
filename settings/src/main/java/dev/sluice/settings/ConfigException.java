package dev.sluice.settings;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Thrown if the configuration is invalid. Lists every problem; the exit code is 2, and nothing was
 * started.
 */
public final class ConfigException extends RuntimeException {
  private final transient List<Problem> problems;

  /**
   * @param problems at least one
   */
  public ConfigException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** Creates an exception with a single problem, about a key or an option. */
  public ConfigException(String subject, String message) {
    this(List.of(new Problem(subject, "", message)));
  }

  /** Returns the problems in the order in which they were found. */
  public List<Problem> problems() {
    return problems;
  }
}
