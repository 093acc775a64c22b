package dev.sluice.settings.yaml;

import dev.sluice.core.values.InputPath;
import dev.sluice.core.values.OutputPath;
import dev.sluice.core.values.Suggestion;
import dev.sluice.settings.Problems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads the keys of a group in a configuration. Invalid keys and values become problems. */
public final class ConfigGroup {
  private final String path;
  private final YamlNode.Keys keys;
  private final Problems problems;

  /**
   * @param path path of the group; empty for the top of the configuration
   */
  public ConfigGroup(String path, YamlNode.Keys keys, Problems problems) {
    this.path = path;
    this.keys = keys;
    this.problems = problems;
  }

  /** The path of a key. */
  public String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The path of the group. */
  public String path() {
    return path;
  }

  /** Whether the group has this key. */
  public boolean has(String key) {
    return keys.find(key).isPresent();
  }

  /** Adds a problem of a key. */
  public void problem(String key, String message) {
    problems.add(path(key), keys.find(key).map(YamlNode::origin).orElse(keys.origin()), message);
  }

  /** Reports all keys except these as unknown. */
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

  /** The text of a value; empty if it is missing or blank. */
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

  /** The path or URL of a required key; blank, and a problem, if nobody can read it. */
  public String requiredInput(String key, String what) {
    return requiredPath(key, what, InputPath::of);
  }

  /** The path or URL of a required key; blank, and a problem, if nobody can write there. */
  public String requiredOutput(String key, String what) {
    return requiredPath(key, what, OutputPath::of);
  }

  /** The text of a path or URL; empty if it is missing or, which is a problem, invalid. */
  public Optional<String> checked(String key, Function<String, Path> reader) {
    Optional<String> text = text(key);
    try {
      text.ifPresent(reader::apply);
      return text;
    } catch (IllegalArgumentException e) {
      problem(key, e.getMessage());
      return Optional.empty();
    }
  }

  private String requiredPath(String key, String what, Function<String, Path> reader) {
    requireAny(key, what);
    return checked(key, reader).orElse("");
  }

  /** The text of a required key; blank, and a problem, if it is missing. */
  public String required(String key, String what) {
    requireAny(key, what);
    return text(key).orElse("");
  }

  /** Reports a key without a value, of whatever form. */
  public void requireAny(String key, String what) {
    if (keys.find(key).filter(value -> !isBlank(value)).isEmpty()) {
      problem(key, "is missing: " + what);
    }
  }

  /** A whole number within bounds; empty if it is missing or invalid. */
  public Optional<Long> number(String key, long min, long max) {
    Optional<String> text = text(key).map(value -> value.replace("_", ""));
    try {
      Optional<Long> number = text.map(Long::parseLong);
      if (number.isPresent() && (number.get() < min || number.get() > max)) {
        problem(key, "%s: allowed are %d to %d".formatted(text.get(), min, max));
        return Optional.empty();
      }
      return number;
    } catch (NumberFormatException e) {
      problem(key, "\"%s\" is not a whole number".formatted(text.orElse("")));
      return Optional.empty();
    }
  }

  /** The groups of a key by name, in the order of the file. */
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
