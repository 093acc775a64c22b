package dev.sluice.operators;

/** Receives problems of an operator's configuration. */
@FunctionalInterface
public interface ProblemSink {
  /**
   * Reports a problem.
   *
   * @param subject the operator, or operator and parameter, e.g. {@code word-count.min}
   * @param origin of the value; empty if it is missing
   * @param message value seen, values allowed, way out
   */
  void add(String subject, String origin, String message);
}
