package dev.sluice.settings.load;

import dev.sluice.core.values.Suggestion;
import dev.sluice.operators.OperatorRegistry;
import dev.sluice.operators.score.ScorerContent;
import dev.sluice.operators.score.Scorers;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import dev.sluice.settings.load.ConfigKey.Kind;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Finds the declared key of a path. Immutable and thread-safe. */
public final class ConfigSchema {
  /** The origin of default values. */
  static final String DEFAULT = "default";

  private static final Pattern INDEX = Pattern.compile("(?<=\\.)(0|[1-9][0-9]{0,3})(?=\\.|$)");

  private final List<ConfigKey<?>> keys;
  private final OperatorRegistry operators;
  private final Map<String, ConfigKey<?>> byPattern = new HashMap<>();
  private final Set<String> groups = new HashSet<>();

  /**
   * @param operators operators that lists may name
   */
  public ConfigSchema(List<ConfigKey<?>> keys, OperatorRegistry operators) {
    this.keys = List.copyOf(keys);
    this.operators = operators;
    for (ConfigKey<?> key : keys) {
      byPattern.put(key.pattern(), key);
      String group = key.pattern();
      while (group.contains(".")) {
        group = group.substring(0, group.lastIndexOf('.'));
        groups.add(group);
      }
    }
  }

  /** Returns all keys in declared order. */
  List<ConfigKey<?>> keys() {
    return keys;
  }

  /** Returns the defaults of the wanted keys, including the elements of lists. */
  Layer defaults(Predicate<ConfigKey<?>> wanted, Problems problems) {
    Layer layer = new Layer();
    YamlFlattener lists = new YamlFlattener(this, problems, layer);
    for (ConfigKey<?> key : keys) {
      String text = key.defaultText().orElse("");
      if (key.isElement() || !wanted.test(key)) {
        continue;
      }
      switch (key.kind()) {
        case LIST -> lists.add(key.pattern(), text, DEFAULT);
        case OPERATORS, OPEN -> layer.replaceList(key.pattern());
        case SCALAR, JOINED, PATHS -> layer.put(new Setting(key.pattern(), text, DEFAULT));
      }
    }
    return layer;
  }

  /**
   * Returns the operators that a list may name.
   *
   * @param path path of the list, or a path inside the list
   */
  OperatorRegistry operators(String path) {
    return ScorerContent.LIST.holds(path) ? Scorers.registry() : operators;
  }

  /** Returns the key of the value at this path. */
  Optional<ConfigKey<?>> find(String path) {
    return Optional.ofNullable(byPattern.get(pattern(path)));
  }

  /** Returns whether this path is a group of keys. A group has no value itself. */
  boolean isGroup(String path) {
    return path.isEmpty() || (groups.contains(pattern(path)) && find(path).isEmpty());
  }

  /** Returns the key of the map of arbitrary names that has an entry at this path. */
  Optional<ConfigKey<?>> openMapOf(String path) {
    return keys.stream()
        .filter(key -> key.kind() == Kind.OPEN && path.startsWith(key.pattern() + "."))
        .findFirst();
  }

  /** Returns whether this path is an element of a list of operators, or inside one. */
  boolean isOperator(String path) {
    return keys.stream()
        .filter(key -> key.kind() == Kind.OPERATORS)
        .anyMatch(key -> pattern(path).matches(Pattern.quote(key.pattern()) + "\\.\\*(\\..+)?"));
  }

  /**
   * Returns the end of a message about an unknown path. It suggests the most similar known path, if
   * any.
   */
  String didYouMean(String path) {
    return Suggestion.near(path, candidates(path));
  }

  /**
   * Returns the declared patterns with the indexes of this path, so that they differ from the path
   * only in names.
   */
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

  /**
   * Sorts settings by the order of their keys. Elements of lists are sorted by index, and entries
   * by name.
   */
  List<Setting> sort(Collection<Setting> settings) {
    return settings.stream()
        .sorted(
            Comparator.comparingInt((Setting setting) -> rootPosition(setting.path()))
                .thenComparingInt(setting -> index(setting.path()))
                .thenComparingInt(setting -> position(setting.path()))
                .thenComparing(Setting::path))
        .toList();
  }

  /** Returns the position of the first declared key that has this path or contains it. */
  private int rootPosition(String path) {
    for (int i = 0; i < keys.size(); i++) {
      String pattern = keys.get(i).pattern();
      if (path.equals(pattern) || path.startsWith(pattern + ".")) {
        return i;
      }
    }
    return keys.size();
  }

  private int position(String path) {
    return find(path).map(keys::indexOf).orElse(-1);
  }

  private static int index(String path) {
    for (String part : path.split("\\.")) {
      if (part.matches("[0-9]{1,4}")) {
        return Integer.parseInt(part);
      }
    }
    return 0;
  }
}
