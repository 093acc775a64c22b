package dev.sluice.topics;

import java.util.List;

/** Existing topics differ from their plan. */
public final class TopicMismatchException extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> differences;

  /** An exception that lists all differences. */
  public TopicMismatchException(List<String> differences) {
    super(String.join("; ", differences));
    this.differences = List.copyOf(differences);
  }

  /** A line for each difference: topic, actual value, required value. */
  public List<String> differences() {
    return differences;
  }
}
