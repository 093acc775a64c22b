package dev.sluice.core.filter;

import java.util.List;

/** A filter does not match the columns of the data. The message contains all problems. */
public final class FilterBindingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final transient List<String> problems;

  FilterBindingException(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /** One line for each problem, in the order of the filter. */
  public List<String> problems() {
    return problems;
  }
}
