package dev.sluice.operators;

import dev.sluice.core.values.Suggestion;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds operators by name. Immutable. */
public final class OperatorRegistry {
  private final String kind;
  private final String others;
  private final Map<String, OperatorDescription> byName = new LinkedHashMap<>();

  /**
   * Creates a registry of operators, in the given order.
   *
   * @throws IllegalArgumentException if two have the same name
   */
  public OperatorRegistry(Collection<OperatorDescription> descriptions) {
    this("operator", ", and use --plugins DIR to add operators from plug-ins", descriptions);
  }

  /**
   * Creates a registry of operators of one kind, in the given order.
   *
   * @param kind the word for an operator of this kind in messages
   * @param others how to add operators, as the end of the message after "run sluice operators for a
   *     list"; empty if none can be added
   * @throws IllegalArgumentException if two have the same name
   */
  public OperatorRegistry(
      String kind, String others, Collection<OperatorDescription> descriptions) {
    this.kind = kind;
    this.others = others;
    for (OperatorDescription description : descriptions) {
      if (byName.put(description.name(), description) != null) {
        throw new IllegalArgumentException("two operators are named " + description.name());
      }
    }
  }

  /** Returns every operator, in the order of the reference page. */
  public List<OperatorDescription> all() {
    return List.copyOf(byName.values());
  }

  /** Returns the operator with a name, if any. */
  public Optional<OperatorDescription> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** Returns the message for an unknown name. */
  public String unknown(String name) {
    return "unknown "
        + kind
        + Suggestion.nearest(name, byName.keySet())
            .map(nearest -> "; did you mean " + nearest + "?")
            .orElse("; run sluice operators for a list" + others);
  }

  /**
   * Creates an operator. If that fails, it reports at least one problem and returns nothing.
   *
   * @param name its name
   * @param given the arguments as written, by parameter
   * @param origin where it was written, for problems that concern no single parameter
   */
  public Optional<BoundOperator> bind(
      String name, Map<String, ParameterValue> given, String origin, ProblemSink problems) {
    Optional<OperatorDescription> description = find(name);
    if (description.isEmpty()) {
      problems.add(name, origin, unknown(name));
      return Optional.empty();
    }
    return new OperatorBinder(description.get(), origin, problems).bind(given);
  }

  /** Receives problems of an operator's configuration. */
  @FunctionalInterface
  public interface ProblemSink {
    /**
     * Reports a problem.
     *
     * @param subject the operator, or operator and parameter, e.g. {@code word-count.min}
     * @param origin where the value was written; empty if it is missing
     * @param message the value seen, the values allowed and a remedy
     */
    void add(String subject, String origin, String message);
  }
}
