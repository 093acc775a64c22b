package dev.sluice.operators.peer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An operator of another program, as operators of Sluice.
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

  /** Checks that everything is there. */
  public PeerOperator {
    Objects.requireNonNull(name, "name");
    steps = List.copyOf(steps);
    only = Map.copyOf(only);
    unused = List.copyOf(unused);
    required = Map.copyOf(required);
    Objects.requireNonNull(difference, "difference");
  }

  /**
   * One operator of Sluice.
   *
   * @param operator its name
   * @param parameters the other program's names of parameters, and what they are here
   * @param values what parameters are here, where the other program's say nothing
   */
  public record Step(String operator, Map<String, String> parameters, Map<String, String> values) {
    /** Checks that everything is there. */
    public Step {
      Objects.requireNonNull(operator, "operator");
      parameters = Map.copyOf(parameters);
      values = Map.copyOf(values);
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

  /** Begins an operator that becomes one of Sluice's. */
  static Builder of(String name, String operator) {
    return new Builder(name).then(operator);
  }

  /** Gathers the parts. Not thread-safe. */
  static final class Builder {
    private final String name;
    private final Map<String, Map<String, String>> parameters = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> values = new LinkedHashMap<>();
    private final Map<String, List<String>> only = new LinkedHashMap<>();
    private List<String> unused = List.of();
    private Map<String, String> required = Map.of();
    private boolean pattern;
    private String last = "";

    private Builder(String name) {
      this.name = name;
    }

    /** Goes on with another operator of Sluice. */
    Builder then(String operator) {
      last = operator;
      parameters.put(operator, new LinkedHashMap<>());
      values.put(operator, new LinkedHashMap<>());
      return this;
    }

    /** A parameter with another name here, and the same default. */
    Builder as(String theirs, String ours) {
      parameters.get(last).put(theirs, ours);
      return this;
    }

    /** A parameter with another name here, and a default of its own. */
    Builder as(String theirs, String ours, String value) {
      return as(theirs, ours).with(ours, value);
    }

    /** What a parameter is here. */
    Builder with(String ours, String value) {
      values.get(last).put(ours, value);
      return this;
    }

    /** A parameter that must be one of these. */
    Builder only(String theirs, String... allowed) {
      only.put(theirs, List.of(allowed));
      return this;
    }

    /** Parameters that have no effect here. */
    Builder unused(String... theirs) {
      unused = List.of(theirs);
      return this;
    }

    /** A parameter that must be given, and what to give. */
    Builder required(String theirs, String what) {
      required = Map.of(theirs, what);
      return this;
    }

    /** With a pattern of the user's it becomes {@code pattern}. */
    Builder orPattern() {
      pattern = true;
      return this;
    }

    /** The rule is the same. */
    PeerOperator same() {
      return differs("");
    }

    /** Where the rule is another one. */
    PeerOperator differs(String difference) {
      List<Step> steps =
          parameters.entrySet().stream()
              .map(entry -> new Step(entry.getKey(), entry.getValue(), values.get(entry.getKey())))
              .toList();
      return new PeerOperator(name, steps, only, unused, required, pattern, difference);
    }
  }
}
