package dev.sluice.jobs.text;

import java.util.List;

/** The job cannot begin as it was asked for; nothing was written. */
public final class JobRefusedException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  /** With what, where, what is allowed and what to do. */
  public JobRefusedException(String message) {
    this(List.of(message));
  }

  /** With every problem. */
  public JobRefusedException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** Every problem as a line for the user. */
  public List<String> problems() {
    return problems;
  }
}
