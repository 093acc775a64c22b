package dev.sluice.operators;

import dev.sluice.core.EndingFailure;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * An operator with its name and parameters, ready to be applied. Thread-safe.
 *
 * @param description the description of the operator
 * @param arguments the canonical value of every parameter by name, explicit or default; these
 *     determine the operator's results, see {@link OperatorContent}
 * @param operator the operator
 */
public record BoundOperator(
    OperatorDescription description, SortedMap<String, String> arguments, Operator operator) {
  /** Requires all components. */
  public BoundOperator {
    Objects.requireNonNull(description, "description");
    arguments = Collections.unmodifiableSortedMap(new TreeMap<>(arguments));
    Objects.requireNonNull(operator, "operator");
  }

  /** Returns the name of the operator in recipes. */
  public String name() {
    return description.name();
  }

  /**
   * Applies the operator to a document. Exceptions become a {@link Decision.Failed}; but those that
   * end the work ({@link EndingFailure}) and errors of the platform, such as out of memory, are
   * thrown. A statistic always keeps the document.
   */
  public Decision apply(Document document) {
    if (!(operator instanceof TextOperator judge)) {
      return Decision.KEPT;
    }
    try {
      return judge.apply(document);
    } catch (EndingFailure e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      return new Decision.Failed(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }
}
