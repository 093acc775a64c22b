package dev.sluice.app.yaml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A configuration as it was written: keys in their order, every key and value as its text, {@code
 * 4.0} as {@code 4.0}.
 */
public sealed interface ConfigTree {
  /** Where it was said, for messages. */
  String origin();

  /** A single value; empty where nothing was said. */
  record Text(String text, String origin) implements ConfigTree {}

  /** Something else, which nothing here takes: a list. */
  record Items(String origin) implements ConfigTree {}

  /** Keys and what they hold. */
  record Keys(Map<String, ConfigTree> entries, String origin) implements ConfigTree {
    /** An empty group. */
    public static Keys none(String origin) {
      return new Keys(new LinkedHashMap<>(), origin);
    }

    /**
     * Sets what a path leads to. Keys may hold dots: of those there are, the longest that the path
     * begins with is taken.
     */
    public void set(String path, Text value) {
      Optional<String> known =
          entries.keySet().stream()
              .filter(key -> path.equals(key) || path.startsWith(key + "."))
              .reduce((one, other) -> one.length() >= other.length() ? one : other);
      String first =
          known.orElseGet(() -> path.contains(".") ? path.substring(0, path.indexOf('.')) : path);
      if (path.equals(first)) {
        entries.put(first, value);
        return;
      }
      if (!(entries.get(first) instanceof Keys)) {
        entries.put(first, none(value.origin()));
      }
      ((Keys) entries.get(first)).set(path.substring(first.length() + 1), value);
    }
  }
}
