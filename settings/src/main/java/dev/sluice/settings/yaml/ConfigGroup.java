package dev.sluice.settings.yaml;

import dev.sluice.core.values.Suggestion;
import dev.sluice.operators.Refusal;
import dev.sluice.operators.ValueType;
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

  /** Returns the path of a key. */
  public String path(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** Returns the path of the group. */
  public String path() {
    return path;
  }

  /** Returns whether the group has this key. */
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
        problem(entry.key(), "unknown key" + Suggestion.among(entry.key(), names));
      }
    }
  }

  /** Returns the text of a value, or empty if it is missing or blank. */
  public Optional<String> text(String key) {
    Optional<YamlNode> value = keys.find(key);
    if (value.isPresent() && !(value.get() instanceof YamlNode.Text)) {
      problem(key, "must be a single value");
    }
    return value
        .filter(YamlNode.Text.class::isInstance)
        .map(node -> ((YamlNode.Text) node).text())
        .filter(text -> !text.isBlank());
  }

  /**
   * Returns the value of a key, or empty if it is missing or invalid. An invalid value is a
   * problem.
   */
  public <T> Optional<T> value(String key, ValueType<T> type) {
    Optional<String> text = text(key);
    Optional<T> value = text.flatMap(type::parse);
    if (text.isPresent() && value.isEmpty()) {
      problem(key, "\"%s\" is not allowed%s".formatted(text.get(), Refusal.of(type, text.get())));
    }
    return value;
  }

  /**
   * Returns the text of a path or URL, or empty if it is missing or invalid. An invalid text is a
   * problem.
   */
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

  /** Reports a key that has no value, whatever form the value should have. */
  public void require(String key, String what) {
    if (keys.find(key).filter(value -> !isBlank(value)).isEmpty()) {
      problem(key, "is missing: " + what);
    }
  }

  /** Returns the groups of a key by name, in the order of the file. */
  public List<Map.Entry<String, ConfigGroup>> groups(String key) {
    List<Map.Entry<String, ConfigGroup>> groups = new ArrayList<>();
    Optional<YamlNode> value = keys.find(key).filter(node -> !isBlank(node));
    if (value.isPresent() && !(value.get() instanceof YamlNode.Keys)) {
      problem(key, "must be a map of keys to values");
    } else if (value.isPresent()) {
      for (YamlNode.Entry entry : ((YamlNode.Keys) value.get()).entries()) {
        String child = path(key) + "." + entry.key();
        if (entry.value() instanceof YamlNode.Keys group) {
          groups.add(Map.entry(entry.key(), new ConfigGroup(child, group, problems)));
        } else {
          problems.add(child, entry.value().origin(), "must be a map of keys to values");
        }
      }
    }
    return groups;
  }

  private static boolean isBlank(YamlNode value) {
    return value instanceof YamlNode.Text text && text.text().isBlank();
  }
}
