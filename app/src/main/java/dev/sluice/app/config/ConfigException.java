package dev.sluice.app.config;

import java.util.List;
import java.util.stream.Collectors;

/** The configuration cannot be used: exit code 2, every problem listed, nothing started. */
public final class ConfigException extends RuntimeException {
  private final transient List<Problem> problems;

  /**
   * @param problems at least one
   */
  public ConfigException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** The problems, in order of discovery. */
  public List<Problem> problems() {
    return problems;
  }
}
