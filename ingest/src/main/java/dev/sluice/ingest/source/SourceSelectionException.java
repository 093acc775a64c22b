package dev.sluice.ingest.source;

import java.util.List;

/** What was asked for cannot be read; nothing was begun. */
public final class SourceSelectionException extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  /** All problems, a line each. */
  public SourceSelectionException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** A line for each: what was asked for, what there is. */
  public List<String> problems() {
    return problems;
  }
}
