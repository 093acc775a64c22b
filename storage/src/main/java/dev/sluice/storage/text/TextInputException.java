package dev.sluice.storage.text;

import java.util.List;

/** Thrown if inputs do not exist, or contain nothing that can be read. */
public final class TextInputException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final transient List<String> problems;

  TextInputException(List<String> problems) {
    super(String.join("; ", problems));
    this.problems = List.copyOf(problems);
  }

  /** All problems, each as a line for the user: what, where, and what is allowed. */
  public List<String> problems() {
    return problems;
  }
}
