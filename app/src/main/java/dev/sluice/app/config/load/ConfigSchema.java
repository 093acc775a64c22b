package dev.sluice.app.config.load;

import dev.sluice.app.config.load.ConfigKey.Kind;
import dev.sluice.core.values.Suggestion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds the declared key of a path. Immutable and thread-safe. */
public final class ConfigSchema {
  private static final Pattern INDEX = Pattern.compile("(?<=\\.)(0|[1-9][0-9]{0,3})(?=\\.|$)");

  private final List<ConfigKey<?>> keys;
  private final Map<String, ConfigKey<?>> byPattern = new HashMap<>();
  private final Set<String> groups = new HashSet<>();

  public ConfigSchema(List<ConfigKey<?>> keys) {
    this.keys = List.copyOf(keys);
    for (ConfigKey<?> key : keys) {
      byPattern.put(key.pattern(), key);
      String group = key.pattern();
      while (group.contains(".")) {
        group = group.substring(0, group.lastIndexOf('.'));
        groups.add(group);
      }
    }
  }

  /** All keys in declared order. */
  List<ConfigKey<?>> keys() {
    return keys;
  }

  /** The key whose values are found at this very path. */
  Optional<ConfigKey<?>> find(String path) {
    return Optional.ofNullable(byPattern.get(pattern(path)));
  }

  /** Whether keys, but no value of their own, are below this path. */
  boolean isGroup(String path) {
    return path.isEmpty() || (groups.contains(pattern(path)) && find(path).isEmpty());
  }

  /** The map of any names in which this path is an entry. */
  Optional<ConfigKey<?>> openMapOf(String path) {
    return keys.stream()
        .filter(key -> key.kind() == Kind.OPEN && path.startsWith(key.pattern() + "."))
        .findFirst();
  }

  /** Whether this path is, or is within, an element of a list of operators. */
  boolean isOperator(String path) {
    return keys.stream()
        .filter(key -> key.kind() == Kind.OPERATORS)
        .anyMatch(key -> pattern(path).matches(Pattern.quote(key.pattern()) + "\\.\\*(\\..+)?"));
  }

  /** What to say about a path that is unknown: the nearest that is known, if any is near. */
  String didYouMean(String path) {
    return Suggestion.nearest(path, candidates(path))
        .map(near -> "; did you mean " + near + "?")
        .orElse("");
  }

  /** The declared patterns with the indexes of the path put in, so that only names differ. */
  private List<String> candidates(String path) {
    String index =
        INDEX.matcher(path).results().findFirst().map(found -> found.group()).orElse("0");
    Set<String> names = new HashSet<>(byPattern.keySet());
    names.addAll(groups);
    return names.stream().map(name -> name.replace("*", index)).sorted().toList();
  }

  private static String pattern(String path) {
    return INDEX.matcher(path).replaceAll("*");
  }
}
