package dev.sluice.operators.peer;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An operator of another program, and the operators of Sluice that replace it.
 *
 * @param name its name there
 * @param steps what it becomes, in this order
 * @param only parameters that change the rule in ways that are not here, with the values (none: all
 *     of them) under which they do not
 * @param unused parameters that have no effect here
 * @param required parameters that have a default there and must be given here, and what to give
 * @param pattern whether it becomes {@code pattern} where its parameter {@code pattern} is given
 * @param difference where its rule is another one; empty where it is the same
 */
public record PeerOperator(
    String name,
    List<Step> steps,
    Map<String, List<String>> only,
    List<String> unused,
    Map<String, String> required,
    boolean pattern,
    String difference) {

  /** Replaces what the table omits with empty values. */
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
   * @param operator its name
   * @param parameters the other program's names of parameters, and what they are here
   * @param values what parameters are here, where the other program's say nothing
   */
  public record Step(String operator, Map<String, String> parameters, Map<String, String> values) {
    /** Replaces what the table omits with empty values. */
    public Step {
      Objects.requireNonNull(operator, "operator");
      parameters = Objects.requireNonNullElse(parameters, Map.of());
      values = Objects.requireNonNullElse(values, Map.of());
    }
  }

  /** The names of parameters that are understood, sorted. */
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
