package dev.sluice.operators;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A list of operators as flat keys and texts, for the record of what decided an output's content,
 * and back. No operators are the one entry {@code operators=[]}. Others are {@code operators}, the
 * names; {@code operators.version}, {@link #RULES_VERSION}; and {@code operators.3.word-count.min}
 * for each parameter of the fourth, whether given or by default.
 */
public final class OperatorContent {
  /** The key of the list; those of its elements begin with it. */
  public static final String KEY = "operators";

  /**
   * Version of what the operators answer. It goes up whenever any of them may answer otherwise than
   * before, by a change of ours or by a library's: an output that was begun with another version is
   * not continued, for it would be of two kinds.
   */
  public static final int RULES_VERSION = 2;

  private static final String VERSION = KEY + ".version";

  private OperatorContent() {}

  /** The entries of a list. */
  public static SortedMap<String, String> of(OperatorChain chain) {
    SortedMap<String, String> content = new TreeMap<>();
    List<String> names = chain.operators().stream().map(BoundOperator::name).toList();
    content.put(KEY, names.toString());
    if (!names.isEmpty()) {
      content.put(VERSION, Integer.toString(RULES_VERSION));
    }
    for (int i = 0; i < names.size(); i++) {
      String prefix = KEY + "." + i + "." + names.get(i) + ".";
      chain
          .operators()
          .get(i)
          .arguments()
          .forEach((name, text) -> content.put(prefix + name, text));
    }
    return content;
  }

  /**
   * The list that {@link #of} made the entries of; others are passed over.
   *
   * @throws IllegalArgumentException when the operators of this program are not those that the
   *     entries are of: another version, or names and parameters that are unknown
   */
  public static OperatorChain read(Map<String, String> content, OperatorRegistry registry) {
    List<String> names = names(content);
    String version = content.getOrDefault(VERSION, "none");
    if (!names.isEmpty() && !version.equals(Integer.toString(RULES_VERSION))) {
      throw new IllegalArgumentException(
          "%s is %s, this program has %d".formatted(VERSION, version, RULES_VERSION));
    }
    List<BoundOperator> operators = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      operators.add(bind(KEY + "." + i, names.get(i), content, registry));
    }
    return new OperatorChain(operators);
  }

  /**
   * The names of the operators in the entries that {@link #of} made, in order.
   *
   * @throws IllegalArgumentException when they are no list
   */
  public static List<String> names(Map<String, String> content) {
    String text = content.getOrDefault(KEY, "[]");
    if (!text.startsWith("[") || !text.endsWith("]")) {
      throw new IllegalArgumentException(KEY + " is no list: " + text);
    }
    String inside = text.substring(1, text.length() - 1);
    return inside.isEmpty() ? List.of() : List.of(inside.split(", "));
  }

  private static BoundOperator bind(
      String key, String name, Map<String, String> content, OperatorRegistry registry) {
    OperatorDescription description =
        registry
            .find(name)
            .orElseThrow(() -> new IllegalArgumentException(key + ": " + registry.unknown(name)));
    Map<String, ParameterValue> given = new LinkedHashMap<>();
    for (Parameter<?> parameter : description.parameters()) {
      String path = key + "." + name + "." + parameter.name();
      String text = content.get(path);
      if (text != null) {
        given.put(parameter.name(), parameter.given(text, path));
      }
    }
    List<String> problems = new ArrayList<>();
    return registry
        .bind(name, given, key, (subject, where, message) -> problems.add(where + ": " + message))
        .orElseThrow(() -> new IllegalArgumentException(String.join("; ", problems)));
  }
}
