package dev.sluice.jobs.text;

import java.util.List;

/** The request is not possible; nothing was written. */
public final class JobRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** With what is wrong, where, what is allowed, and the remedy. */
  public JobRefusedException(String message) {
    this(List.of(message));
  }

  /** With every problem. */
  public JobRefusedException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** One line per problem. */
  public List<String> problems() {
    return problems;
  }
}
