package dev.sluice.operators.peer;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An operator of a different program, and the operators of Sluice that replace it.
 *
 * @param name its name in that program
 * @param steps the operators that replace it, in this order
 * @param only the parameters that would change the rule in ways that Sluice does not support, with
 *     the values under which they do not (an empty list allows all values)
 * @param unused the parameters that have no effect in Sluice
 * @param required the parameters that have a default in that program but are required here, with
 *     the values to set
 * @param pattern whether it becomes {@code pattern} if its parameter {@code pattern} is set
 * @param difference how the rules differ; empty if they are the same
 */
public record PeerOperator(
    String name,
    List<Step> steps,
    Map<String, List<String>> only,
    List<String> unused,
    Map<String, String> required,
    boolean pattern,
    String difference) {

  /** Replaces missing values of the table with empty values. */
  public PeerOperator {
    Objects.requireNonNull(name, "name");
    steps = List.copyOf(steps);
    only = Objects.requireNonNullElse(only, Map.of());
    unused = Objects.requireNonNullElse(unused, List.of());
    required = Objects.requireNonNullElse(required, Map.of());
    difference = Objects.requireNonNullElse(difference, "");
  }

  /**
   * One operator of Sluice.
   *
   * @param operator the name of the operator
   * @param parameters Sluice's names of parameters, by their names in the other program
   * @param values the values of parameters that the other program's parameters do not determine
   */
  public record Step(String operator, Map<String, String> parameters, Map<String, String> values) {
    /** Replaces missing values of the table with empty values. */
    public Step {
      Objects.requireNonNull(operator, "operator");
      parameters = Objects.requireNonNullElse(parameters, Map.of());
      values = Objects.requireNonNullElse(values, Map.of());
    }
  }

  /** Returns the names of all known parameters, sorted. */
  List<String> parameters() {
    Stream<String> mapped = steps.stream().flatMap(step -> step.parameters().keySet().stream());
    Stream<String> others = Stream.concat(only.keySet().stream(), unused.stream());
    Stream<String> patterns = pattern ? Stream.of("pattern") : Stream.empty();
    return Stream.of(mapped, others, patterns)
        .flatMap(Function.identity())
        .distinct()
        .sorted()
        .toList();
  }
}
