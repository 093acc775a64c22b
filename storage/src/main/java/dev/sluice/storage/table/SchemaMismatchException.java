package dev.sluice.storage.table;

import java.io.IOException;
import java.util.List;

/** Thrown if files of one data set have different columns. */
public final class SchemaMismatchException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  SchemaMismatchException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /**
   * A line for the user for each such column: which files have it in which form, and what to do.
   */
  public List<String> problems() {
    return problems;
  }
}
