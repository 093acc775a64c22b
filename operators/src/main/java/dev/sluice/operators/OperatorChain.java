package dev.sluice.operators;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Operators in their order, applied to one document after another: what one leaves, the next is
 * given, and the first that drops or fails ends the document's way. Thread-safe.
 *
 * @param operators the operators
 */
public record OperatorChain(List<BoundOperator> operators) {
  /** Copies the list. */
  public OperatorChain {
    operators = List.copyOf(operators);
  }

  /** What becomes of a document. Throws nothing for what is wrong with it. */
  public ChainResult apply(Document document) {
    return apply(document, DecisionObserver.NONE);
  }

  /** The same, and somebody is told each operator's decision, in their order. */
  public ChainResult apply(Document document, DecisionObserver observer) {
    Document current = document;
    for (int i = 0; i < operators.size(); i++) {
      Decision decision = operators.get(i).apply(current);
      observer.decided(i, current, decision);
      if (decision instanceof Decision.Changed changed) {
        current = current.with(changed.text());
      } else if (decision instanceof Decision.Dropped dropped) {
        return new ChainResult.Dropped(i, dropped);
      } else if (decision instanceof Decision.Failed failed) {
        return new ChainResult.Rejected(i, failed);
      }
    }
    return new ChainResult.Kept(current, current != document);
  }

  /** The columns without which one of the operators cannot start, sorted. */
  public Set<String> requiredFields() {
    Set<String> fields = new TreeSet<>();
    operators.forEach(bound -> fields.addAll(bound.operator().requiredFields()));
    return fields;
  }

  /** The columns that an operator looks at, required or not, sorted. */
  public Set<String> fields() {
    Set<String> fields = new TreeSet<>(requiredFields());
    operators.forEach(bound -> fields.addAll(bound.operator().optionalFields()));
    return fields;
  }
}
