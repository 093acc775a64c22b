package dev.sluice.topics;

import java.util.List;

/** Topics are there but not as they must be. */
public final class TopicMismatchException extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> differences;

  /** All differences, a line each. */
  public TopicMismatchException(List<String> differences) {
    super(String.join("; ", differences));
    this.differences = List.copyOf(differences);
  }

  /** A line for each difference: topic, what is there, what is needed. */
  public List<String> differences() {
    return differences;
  }
}
