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
    return apply(document, Long.MAX_VALUE, DecisionObserver.NONE);
  }

  /** The same, and somebody is told each operator's decision, in their order. */
  public ChainResult apply(Document document, DecisionObserver observer) {
    return apply(document, Long.MAX_VALUE, observer);
  }

  /**
   * The same with a bound for what operators make.
   *
   * @param largest bytes in UTF-8 of a text that an operator may make; a larger one rejects the
   *     document
   */
  public ChainResult apply(Document document, long largest) {
    return apply(document, largest, DecisionObserver.NONE);
  }

  private ChainResult apply(Document document, long largest, DecisionObserver observer) {
    Document current = document;
    for (int i = 0; i < operators.size(); i++) {
      Decision decision = limited(operators.get(i).apply(current), largest);
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

  private static Decision limited(Decision decision, long largest) {
    if (decision instanceof Decision.Changed changed && changed.text().isLargerThan(largest)) {
      return new Decision.Failed(
          "it makes a text of more than %,d bytes, the most there may be".formatted(largest));
    }
    return decision;
  }

  /** Whether there are none: every document is kept as it is. */
  public boolean isEmpty() {
    return operators.isEmpty();
  }

  /**
   * What an operator is called where documents are counted: its name; where the list has the name
   * more than once, the second is {@code name#2}, and so on.
   *
   * @param operator the operator's place in the list, from 0
   */
  public String label(int operator) {
    String name = operators.get(operator).name();
    long place =
        1 + operators.subList(0, operator).stream().filter(o -> o.name().equals(name)).count();
    return place == 1 ? name : name + "#" + place;
  }

  /** What a document that was dropped is counted by: {@code operator:reason}. */
  public String reason(ChainResult.Dropped dropped) {
    return label(dropped.operator()) + ":" + dropped.decision().reason();
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
