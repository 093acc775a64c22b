package dev.sluice.operators;

import dev.sluice.core.values.Suggestion;
import dev.sluice.operators.OperatorRegistry.ProblemSink;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Creates an operator from its configuration. Reports all problems at once. */
final class OperatorBinder {
  private final OperatorDescription description;
  private final String origin;
  private final ProblemSink problems;
  private final Map<Parameter<?>, Object> values = new IdentityHashMap<>();
  private final SortedMap<String, String> texts = new TreeMap<>();
  private boolean sound = true;

  OperatorBinder(OperatorDescription description, String origin, ProblemSink problems) {
    this.description = description;
    this.origin = origin;
    this.problems = problems;
  }

  Optional<BoundOperator> bind(Map<String, ParameterValue> given) {
    given.forEach(this::checkName);
    for (Parameter<?> parameter : description.parameters()) {
      readGuarded(parameter, Optional.ofNullable(given.get(parameter.name())));
    }
    return sound ? create() : Optional.empty();
  }

  private Optional<BoundOperator> create() {
    try {
      Operator operator = description.factory().create(new Arguments(values));
      return Optional.of(new BoundOperator(description, texts, operator));
    } catch (IllegalArgumentException e) {
      problem(description.name(), origin, e.getMessage());
      return Optional.empty();
    }
  }

  private void checkName(String name, ParameterValue value) {
    List<String> known = description.parameters().stream().map(Parameter::name).toList();
    if (!known.contains(name)) {
      String hint =
          Suggestion.nearest(name, known)
              .map(nearest -> "; did you mean " + nearest + "?")
              .orElse(
                  known.isEmpty()
                      ? "; " + description.name() + " takes none"
                      : "; known parameters are " + String.join(", ", known));
      problem(path(name), value.origin(), "unknown parameter" + hint);
    }
  }

  /** Reads a value. The code that parses it may belong to a plug-in. */
  private void readGuarded(Parameter<?> parameter, Optional<ParameterValue> given) {
    try {
      read(parameter, given);
    } catch (RuntimeException | LinkageError e) {
      problem(
          path(parameter.name()),
          given.map(ParameterValue::origin).orElse(origin),
          "cannot be read: " + e);
    }
  }

  private void read(Parameter<?> parameter, Optional<ParameterValue> given) {
    if (given.isPresent()) {
      parse(parameter, given.get());
    } else if (parameter.defaultTexts().isPresent()) {
      values.put(parameter, parameter.defaultValue());
      texts.put(parameter.name(), parameter.canonical(parameter.defaultTexts().get()));
    } else {
      problem(path(parameter.name()), origin, "is missing; must be " + parameter.allowed());
    }
  }

  private void parse(Parameter<?> parameter, ParameterValue given) {
    if (given.list() && !parameter.isList()) {
      problem(
          path(parameter.name()),
          given.origin(),
          given.shown() + " is a list; must be " + parameter.allowed());
      return;
    }
    Optional<?> value = parameter.parse(given.texts());
    if (value.isEmpty()) {
      problem(
          path(parameter.name()),
          given.origin(),
          given.shown()
              + " is not allowed; must be "
              + parameter.allowed()
              + hint(parameter, given));
      return;
    }
    values.put(parameter, value.get());
    texts.put(parameter.name(), parameter.canonical(given.texts()));
  }

  private static String hint(Parameter<?> parameter, ParameterValue given) {
    ValueType<?> type = parameter.element();
    List<String> meant =
        given.texts().stream()
            .filter(text -> type.parse(text).isEmpty())
            .map(text -> Refusal.meant(type, text))
            .flatMap(Optional::stream)
            .toList();
    return meant.isEmpty() ? "" : "; did you mean " + String.join(", ", meant) + "?";
  }

  private String path(String parameter) {
    return description.name() + "." + parameter;
  }

  private void problem(String subject, String where, String message) {
    sound = false;
    problems.add(subject, where, message);
  }
}
