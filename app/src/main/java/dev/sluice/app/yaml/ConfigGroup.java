package dev.sluice.app.yaml;

import dev.sluice.app.config.Problems;
import dev.sluice.core.values.LocalPath;
import dev.sluice.core.values.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the keys of one group of a configuration; what is wrong with them become problems. */
public final class ConfigGroup {
  private final String path;
  private final ConfigTree.Keys keys;
  private final Problems problems;

  /**
   * @param path that leads here, empty for the whole configuration
   */
  public ConfigGroup(String path, ConfigTree.Keys keys, Problems problems) {
    this.path = path;
    this.keys = keys;
    this.problems = problems;
  }

  /** A key with the path that leads to it. */
  public String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The path that leads here. */
  public String path() {
    return path;
  }

  /** Whether something is said of a key. */
  public boolean has(String key) {
    return keys.entries().containsKey(key);
  }

  /** Notes a problem of a key. */
  public void problem(String key, String message) {
    String origin =
        Optional.ofNullable(keys.entries().get(key)).map(ConfigTree::origin).orElse(keys.origin());
    problems.add(path(key), origin, message);
  }

  /** Every key but these is unknown. */
  public void allow(String... known) {
    List<String> names = List.of(known);
    for (String key : keys.entries().keySet()) {
      if (!names.contains(key)) {
        String hint =
            Suggestion.nearest(key, names)
                .map(name -> "; did you mean " + name + "?")
                .orElse("; known are " + String.join(", ", names));
        problem(key, "unknown key" + hint);
      }
    }
  }

  /** A value's text; empty where there is none. */
  public Optional<String> text(String key) {
    ConfigTree value = keys.entries().get(key);
    if (value instanceof ConfigTree.Text text) {
      return text.text().isBlank() ? Optional.empty() : Optional.of(text.text());
    }
    if (value != null) {
      problem(key, "a single value is needed");
    }
    return Optional.empty();
  }

  /** A path that must be there; a stand-in where it is not, or is a URL, which is a problem. */
  public String requiredPath(String key, String what) {
    String text = required(key, what);
    try {
      LocalPath.of(text);
    } catch (IllegalArgumentException e) {
      problem(key, e.getMessage());
      return "";
    }
    return text;
  }

  /** A value that must be there; a stand-in where it is not, which is a problem. */
  public String required(String key, String what) {
    requireAny(key, what);
    return text(key).orElse("");
  }

  /** Something must be said; whether it fits is another question. */
  public void requireAny(String key, String what) {
    ConfigTree value = keys.entries().get(key);
    if (value == null || isNothing(value)) {
      problem(key, "is missing: " + what);
    }
  }

  /** A whole number within bounds; empty where there is none, or none that fits. */
  public Optional<Long> number(String key, long least, long most) {
    Optional<String> text = text(key).map(value -> value.replace("_", ""));
    try {
      Optional<Long> number = text.map(Long::parseLong);
      if (number.isPresent() && (number.get() < least || number.get() > most)) {
        problem(key, "%s: allowed are %d to %d".formatted(text.get(), least, most));
        return Optional.empty();
      }
      return number;
    } catch (NumberFormatException e) {
      problem(key, "\"%s\" is no whole number".formatted(text.orElse("")));
      return Optional.empty();
    }
  }

  /** The groups below a key, by their names, in order. */
  public List<Map.Entry<String, ConfigGroup>> groups(String key) {
    List<Map.Entry<String, ConfigGroup>> groups = new ArrayList<>();
    ConfigTree value = keys.entries().get(key);
    if (value instanceof ConfigTree.Keys below) {
      below
          .entries()
          .forEach(
              (name, tree) -> {
                String child = path(key) + "." + name;
                if (tree instanceof ConfigTree.Keys group) {
                  groups.add(Map.entry(name, new ConfigGroup(child, group, problems)));
                } else {
                  problems.add(child, tree.origin(), "keys and their values are needed");
                }
              });
    } else if (value != null && !isNothing(value)) {
      problem(key, "keys and their values are needed");
    }
    return groups;
  }

  private static boolean isNothing(ConfigTree value) {
    return value instanceof ConfigTree.Text text && text.text().isBlank();
  }
}
