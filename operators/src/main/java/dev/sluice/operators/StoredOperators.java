package dev.sluice.operators;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Encodes a list of operators as flat key-value pairs. The entry {@code key} holds the names,
 * {@code key.version} holds the version of the operators' results, and {@code key.3.NAME.PARAMETER}
 * is an argument of the fourth operator.
 *
 * @param key the key of the list, and the prefix of the keys of its elements
 * @param version the version of the results in this program
 */
public record StoredOperators(String key, int version) {
  /** Returns whether an entry is part of the list. */
  public boolean holds(String entry) {
    return entry.equals(key) || entry.startsWith(key + ".");
  }

  /**
   * Encodes a list.
   *
   * @param arguments returns the arguments of an operator, by parameter
   */
  public SortedMap<String, String> of(
      List<BoundOperator> operators, Function<BoundOperator, Map<String, String>> arguments) {
    SortedMap<String, String> entries = arguments(operators, arguments);
    entries.put(key, operators.stream().map(BoundOperator::name).toList().toString());
    if (!operators.isEmpty()) {
      entries.put(key + ".version", Integer.toString(version));
    }
    return entries;
  }

  /** Encodes arguments alone, without the names of the operators. */
  public SortedMap<String, String> arguments(
      List<BoundOperator> operators, Function<BoundOperator, Map<String, String>> arguments) {
    SortedMap<String, String> entries = new TreeMap<>();
    for (int i = 0; i < operators.size(); i++) {
      String prefix = key + "." + i + "." + operators.get(i).name() + ".";
      arguments.apply(operators.get(i)).forEach((name, text) -> entries.put(prefix + name, text));
    }
    return entries;
  }

  /**
   * Returns the names of the operators, in order.
   *
   * @throws IllegalArgumentException if the entry is not a list
   */
  public List<String> names(Map<String, String> entries) {
    String text = entries.getOrDefault(key, "[]");
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw new IllegalArgumentException(key + " is not a list: " + text);
    }
    String inside = text.substring(1, text.length() - 1);
    return inside.isEmpty() ? List.of() : List.of(inside.split(", "));
  }

  /**
   * Decodes a list. Other keys are ignored.
   *
   * @throws IllegalArgumentException if the entries have a different version, name an unknown
   *     operator, or cannot be bound
   */
  public List<BoundOperator> read(Map<String, String> entries, OperatorRegistry registry) {
    List<String> names = names(entries);
    String stored = entries.getOrDefault(key + ".version", "none");
    if (!names.isEmpty() && !stored.equals(Integer.toString(version))) {
      throw new IllegalArgumentException(
          "%s.version is %s, but this program has version %d".formatted(key, stored, version));
    }
    List<BoundOperator> operators = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      operators.add(bind(key + "." + i, names.get(i), entries, registry));
    }
    return operators;
  }

  private static BoundOperator bind(
      String origin, String name, Map<String, String> entries, OperatorRegistry registry) {
    OperatorDescription description =
        registry
            .find(name)
            .orElseThrow(
                () -> new IllegalArgumentException(origin + ": " + registry.unknown(name)));
    String prefix = origin + "." + name + ".";
    Map<String, Parameter<?>> known = new LinkedHashMap<>();
    description.parameters().forEach(parameter -> known.put(parameter.name(), parameter));
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    entries.forEach(
        (path, text) -> {
          if (path.startsWith(prefix)) {
            Parameter<?> parameter = known.get(path.substring(prefix.length()));
            given.put(
                path.substring(prefix.length()),
                parameter == null
                    ? new ParameterValue(List.of(text), false, path)
                    : parameter.given(text, path));
          }
        });
    List<String> problems = new ArrayList<>();
    return registry
        .bind(
            name,
            given,
            origin,
            (subject, where, message) ->
                problems.add(
                    (where.equals(origin) ? where + "." + subject : where) + ": " + message))
        .orElseThrow(() -> new IllegalArgumentException(String.join("; ", problems)));
  }
}
