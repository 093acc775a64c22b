package dev.sluice.settings.yaml;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A node of a YAML document. Every value keeps the text that was written ({@code 4.0} stays {@code
 * 4.0}) and, for messages, its position. Immutable.
 */
public sealed interface YamlNode {
  /** Returns where the node was found, such as {@code my.yaml:12} or the name of an option. */
  String origin();

  /** Returns whether this is YAML's null, that is, an empty value, {@code null} or {@code ~}. */
  default boolean isNull() {
    return false;
  }

  /** Describes the node. Messages about a node of the wrong form use this. */
  String describe();

  /**
   * A single value.
   *
   * @param written text of the value in the document
   * @param isNull whether that text means null
   */
  record Text(String written, boolean isNull, String origin) implements YamlNode {
    /** Creates a value that does not come from a document. */
    public Text(String written, String origin) {
      this(written, false, origin);
    }

    /** Returns the value, or empty for null. */
    public String text() {
      return isNull ? "" : written;
    }

    @Override
    public String describe() {
      return "the single value \"" + written + "\"";
    }
  }

  /** A list. */
  record Items(List<YamlNode> elements, String origin) implements YamlNode {
    /** Copies the list. */
    public Items {
      elements = List.copyOf(elements);
    }

    @Override
    public String describe() {
      return "a list";
    }
  }

  /**
   * A key and its value.
   *
   * @param origin where the key was found
   */
  record Entry(String key, String origin, YamlNode value) {}

  /** A map. Its keys are in the order of the document. No key appears twice. */
  record Keys(List<Entry> entries, String origin) implements YamlNode {
    /** Copies the list. */
    public Keys {
      entries = List.copyOf(entries);
    }

    /** Returns the value of a key. */
    public Optional<YamlNode> find(String key) {
      return entries.stream()
          .filter(entry -> entry.key().equals(key))
          .findFirst()
          .map(Entry::value);
    }

    /**
     * Returns a copy with this value at a path. Keys may contain dots: the path begins with the
     * longest key that fits, or otherwise with a new key that ends at the first dot.
     */
    public Keys with(String path, Text value) {
      Optional<String> known =
          entries.stream()
              .map(Entry::key)
              .filter(key -> path.equals(key) || path.startsWith(key + "."))
              .max(Comparator.comparingInt(String::length));
      String first = known.orElseGet(() -> path.split("\\.", 2)[0]);
      YamlNode changed =
          path.equals(first)
              ? value
              : below(first, value.origin()).with(path.substring(first.length() + 1), value);
      Entry entry = new Entry(first, value.origin(), changed);
      List<Entry> all = new ArrayList<>(entries);
      all.replaceAll(each -> each.key().equals(first) ? entry : each);
      if (known.isEmpty()) {
        all.add(entry);
      }
      return new Keys(all, origin);
    }

    private Keys below(String key, String otherwise) {
      return find(key)
          .filter(Keys.class::isInstance)
          .map(Keys.class::cast)
          .orElseGet(() -> new Keys(List.of(), otherwise));
    }

    @Override
    public String describe() {
      return "a map";
    }
  }
}
