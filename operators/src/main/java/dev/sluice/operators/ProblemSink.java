package dev.sluice.operators;

/** Takes what is wrong with an operator's configuration. */
@FunctionalInterface
public interface ProblemSink {
  /**
   * One problem.
   *
   * @param subject the operator, or the operator and its parameter, e.g. {@code word-count.min}
   * @param origin where it was said; empty where nothing was said
   * @param message value seen, values allowed, way out
   */
  void add(String subject, String origin, String message);
}
