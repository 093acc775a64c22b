package dev.sluice.settings;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration is invalid. Lists every problem; exit code 2, and nothing was started. */
public final class ConfigException extends RuntimeException {
  private final transient List<Problem> problems;

  /**
   * @param problems at least one
   */
  public ConfigException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** A single problem, whose origin is its subject: a key, or an option. */
  public ConfigException(String subject, String message) {
    this(List.of(new Problem(subject, "", message)));
  }

  /** The problems in the order in which they were found. */
  public List<Problem> problems() {
    return problems;
  }
}
