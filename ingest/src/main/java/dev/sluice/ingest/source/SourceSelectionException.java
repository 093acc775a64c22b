package dev.sluice.ingest.source;

import java.util.List;

/** The requested input cannot be read; nothing was started. */
public final class SourceSelectionException extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /** All problems, a line each. */
  public SourceSelectionException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** One line per problem: what was requested and what exists. */
  public List<String> problems() {
    return problems;
  }
}
