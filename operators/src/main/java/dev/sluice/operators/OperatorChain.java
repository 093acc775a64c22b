package dev.sluice.operators;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Operators that are applied in order. Each receives the result of the previous one, and the first
 * that drops or fails ends the chain. Thread-safe.
 *
 * @param operators the operators
 */
public record OperatorChain(List<BoundOperator> operators) {
  /** Copies the list. */
  public OperatorChain {
    operators = List.copyOf(operators);
  }

  /** Applies all operators to a document. Does not throw for a bad document. */
  public Result apply(Document document) {
    return apply(document, Long.MAX_VALUE, Observer.NONE);
  }

  /** Applies all operators to a document and reports each decision in order. */
  public Result apply(Document document, Observer observer) {
    return apply(document, Long.MAX_VALUE, observer);
  }

  /**
   * Applies all operators to a document. The size of changed texts is limited.
   *
   * @param largest maximum size of a changed text in UTF-8; a document with a larger one is
   *     rejected
   */
  public Result apply(Document document, long largest) {
    return apply(document, largest, Observer.NONE);
  }

  private Result apply(Document document, long largest, Observer observer) {
    Document current = document;
    for (int i = 0; i < operators.size(); i++) {
      Decision decision = limited(operators.get(i).apply(current), largest);
      observer.decided(i, current, decision);
      if (decision instanceof Decision.Changed changed) {
        current = current.with(changed.text());
      } else if (decision instanceof Decision.Dropped dropped) {
        return new Result.Dropped(i, dropped);
      } else if (decision instanceof Decision.Failed failed) {
        return new Result.Rejected(i, failed);
      }
    }
    return new Result.Kept(current, current != document);
  }

  private static Decision limited(Decision decision, long largest) {
    if (decision instanceof Decision.Changed changed && changed.text().isLargerThan(largest)) {
      return new Decision.Failed(
          "its result is longer than the maximum of %,d bytes".formatted(largest));
    }
    return decision;
  }

  /** Returns whether there are no operators. Every document is kept unchanged then. */
  public boolean isEmpty() {
    return operators.isEmpty();
  }

  /**
   * Returns the name of an operator in counters. If an operator occurs more than once in a list,
   * its second occurrence is {@code name#2}, and so on.
   *
   * @param operator index of the operator, from 0
   */
  public String label(int operator) {
    String name = operators.get(operator).name();
    long place =
        1 + operators.subList(0, operator).stream().filter(o -> o.name().equals(name)).count();
    return place == 1 ? name : name + "#" + place;
  }

  /** Returns the name under which a drop is counted, {@code operator:reason}. */
  public String reason(Result.Dropped dropped) {
    return label(dropped.operator()) + ":" + dropped.decision().reason();
  }

  /** Returns the required columns of all operators, sorted. */
  public Set<String> requiredFields() {
    Set<String> fields = new TreeSet<>();
    operators.forEach(bound -> fields.addAll(bound.operator().requiredFields()));
    return fields;
  }

  /** Returns all required and optional columns of all operators, sorted. */
  public Set<String> fields() {
    Set<String> fields = new TreeSet<>(requiredFields());
    operators.forEach(bound -> fields.addAll(bound.operator().optionalFields()));
    return fields;
  }

  /** Observes the decision of each operator in a chain. */
  @FunctionalInterface
  public interface Observer {
    /** Ignores all decisions. */
    Observer NONE = (operator, before, decision) -> {};

    /**
     * Called for each decision.
     *
     * @param operator index of the operator, from 0
     * @param before the document that the operator received
     */
    void decided(int operator, Document before, Decision decision);
  }

  /** The result of a list of operators. */
  public sealed interface Result {
    /**
     * The document is kept.
     *
     * @param document the document with its final text
     * @param changed whether the text differs from the original
     */
    record Kept(Document document, boolean changed) implements Result {}

    /**
     * An operator dropped the document. The outcome is <b>operator_dropped</b>.
     *
     * @param operator index of the operator, from 0
     * @param decision the decision with the reason
     */
    record Dropped(int operator, Decision.Dropped decision) implements Result {}

    /**
     * An operator failed on the document. The outcome is <b>rejected</b>.
     *
     * @param operator index of the operator, from 0
     * @param decision the decision with the error
     */
    record Rejected(int operator, Decision.Failed decision) implements Result {}
  }
}
