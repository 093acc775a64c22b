package dev.sluice.core.values;

import java.util.List;
import java.util.Map;

/**
 * Where a list of named elements is in flat key-value pairs: the entry {@code key} holds the names,
 * {@code key.version} the version of what the elements compute, and what begins with {@code
 * key.3.NAME.} belongs to the fourth.
 *
 * @param key of the list, and the prefix of its elements
 * @param version of this program
 */
public record VersionedList(String key, int version) {
  /** Whether an entry belongs to the list. */
  public boolean holds(String entry) {
    return entry.equals(key) || entry.startsWith(key + ".");
  }

  /** What the entries of an element begin with. */
  public String prefix(int index, String name) {
    return key + "." + index + "." + name + ".";
  }

  /** Adds the names, and the version if there are any. */
  public void put(List<String> names, Map<String, String> into) {
    into.put(key, names.toString());
    if (!names.isEmpty()) {
      into.put(key + ".version", Integer.toString(version));
    }
  }

  /**
   * The names of the elements, in order.
   *
   * @throws IllegalArgumentException if the entry is no list
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
   * The names of the elements of this program's version, in order.
   *
   * @throws IllegalArgumentException if they are of another version
   */
  public List<String> namesOfVersion(Map<String, String> entries) {
    List<String> names = names(entries);
    String stored = entries.getOrDefault(key + ".version", "none");
    if (!names.isEmpty() && !stored.equals(Integer.toString(version))) {
      throw new IllegalArgumentException(
          "%s.version is %s, but this program has version %d".formatted(key, stored, version));
    }
    return names;
  }
}
