package dev.sluice.operators;

import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An operator with its name and its parameters, ready to be applied. Thread-safe.
 *
 * @param description what it is
 * @param arguments every parameter and its value, given or by default, by name, in the one text
 *     that stands for all spellings of it: what decides its results, see {@link OperatorContent}
 * @param operator what it does
 */
public record BoundOperator(
    OperatorDescription description, SortedMap<String, String> arguments, Operator operator) {
  /** Checks that everything is there. */
  public BoundOperator {
    Objects.requireNonNull(description, "description");
    arguments = Collections.unmodifiableSortedMap(new TreeMap<>(arguments));
    Objects.requireNonNull(operator, "operator");
  }

  /** Its name in recipes. */
  public String name() {
    return description.name();
  }

  /**
   * The decision on a document; a statistic keeps it. Nothing that goes wrong with one document is
   * thrown: it is a {@link Decision.Failed}. Errors of the platform, such as memory that has run
   * out, are.
   */
  public Decision apply(Document document) {
    if (!(operator instanceof TextOperator judge)) {
      return Decision.KEPT;
    }
    try {
      return judge.apply(document);
    } catch (RuntimeException | StackOverflowError e) {
      return new Decision.Failed(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }
}
