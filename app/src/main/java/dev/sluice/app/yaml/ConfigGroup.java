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
  private final YamlNode.Keys keys;
  private final Problems problems;

  /**
   * @param path that leads here, empty for the whole configuration
   */
  public ConfigGroup(String path, YamlNode.Keys keys, Problems problems) {
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
    return keys.find(key).isPresent();
  }

  /** Notes a problem of a key. */
  public void problem(String key, String message) {
    problems.add(path(key), keys.find(key).map(YamlNode::origin).orElse(keys.origin()), message);
  }

  /** Every key but these is unknown. */
  public void allow(String... known) {
    List<String> names = List.of(known);
    for (YamlNode.Entry entry : keys.entries()) {
      if (!names.contains(entry.key())) {
        String hint =
            Suggestion.nearest(entry.key(), names)
                .map(name -> "; did you mean " + name + "?")
                .orElse("; known are " + String.join(", ", names));
        problem(entry.key(), "unknown key" + hint);
      }
    }
  }

  /** A value's text; empty where there is none. */
  public Optional<String> text(String key) {
    Optional<YamlNode> value = keys.find(key);
    if (value.isPresent() && !(value.get() instanceof YamlNode.Text)) {
      problem(key, "a single value is needed");
    }
    return value
        .filter(YamlNode.Text.class::isInstance)
        .map(node -> ((YamlNode.Text) node).text())
        .filter(text -> !text.isBlank());
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
    if (keys.find(key).filter(value -> !isBlank(value)).isEmpty()) {
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
    Optional<YamlNode> value = keys.find(key).filter(node -> !isBlank(node));
    if (value.isPresent() && !(value.get() instanceof YamlNode.Keys)) {
      problem(key, "keys and their values are needed");
    } else if (value.isPresent()) {
      for (YamlNode.Entry entry : ((YamlNode.Keys) value.get()).entries()) {
        String child = path(key) + "." + entry.key();
        if (entry.value() instanceof YamlNode.Keys group) {
          groups.add(Map.entry(entry.key(), new ConfigGroup(child, group, problems)));
        } else {
          problems.add(child, entry.value().origin(), "keys and their values are needed");
        }
      }
    }
    return groups;
  }

  private static boolean isBlank(YamlNode value) {
    return value instanceof YamlNode.Text text && text.text().isBlank();
  }
}
