package dev.sluice.settings.load;

import dev.sluice.settings.Setting;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * The settings of one source, such as a file. It has values by path, and the paths of complete
 * lists. A layer overrides single values of lower layers, and replaces their lists as a whole. Not
 * thread-safe.
 */
final class Layer {
  private final Set<String> lists = new LinkedHashSet<>();
  private final Map<String, Setting> settings = new LinkedHashMap<>();

  /** Starts a complete list. Its elements are added afterwards. */
  void replaceList(String path) {
    lists.add(path);
    settings.keySet().removeIf(known -> known.startsWith(path + "."));
  }

  /** Returns whether this layer has a value at the path. */
  boolean has(String path) {
    return settings.containsKey(path);
  }

  /**
   * Returns the text at the path, or a placeholder for a list with elements. The result is empty if
   * this layer does not set the path.
   */
  Optional<String> text(String path) {
    if (settings.containsKey(path)) {
      return Optional.of(settings.get(path).text());
    }
    boolean hasElements = settings.keySet().stream().anyMatch(each -> each.startsWith(path + "."));
    return hasElements || lists.contains(path)
        ? Optional.of(hasElements ? "[...]" : "")
        : Optional.empty();
  }

  /** Adds a setting. An existing setting with this path is replaced. */
  void put(Setting setting) {
    settings.put(setting.path(), setting);
  }

  /** Adds the settings of another layer of this source. They override existing settings. */
  void add(Layer later) {
    later.lists.forEach(this::replaceList);
    settings.putAll(later.settings);
  }

  /** Applies this layer to the settings of lower ones. */
  void applyTo(SortedMap<String, Setting> lower) {
    for (String list : lists) {
      lower.keySet().removeIf(path -> path.startsWith(list + "."));
    }
    lower.putAll(settings);
  }
}
