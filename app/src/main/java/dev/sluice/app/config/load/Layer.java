package dev.sluice.app.config.load;

import dev.sluice.app.config.Setting;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * The settings of one source, such as a file: values by path, and paths of complete lists. It
 * overrides single values of lower layers, and replaces their lists completely. Not thread-safe.
 */
final class Layer {
  private final Set<String> lists = new LinkedHashSet<>();
  private final Map<String, Setting> settings = new LinkedHashMap<>();

  /** Starts a complete list, whose elements are added afterwards. */
  void replaceList(String path) {
    lists.add(path);
    settings.keySet().removeIf(known -> known.startsWith(path + "."));
  }

  /** Whether this layer has a value at the path. */
  boolean has(String path) {
    return settings.containsKey(path);
  }

  /** Adds a setting, which replaces the one at the same path, if any. */
  void put(Setting setting) {
    settings.put(setting.path(), setting);
  }

  /** Applies this layer to the settings of lower ones. */
  void applyTo(SortedMap<String, Setting> lower) {
    for (String list : lists) {
      lower.keySet().removeIf(path -> path.startsWith(list + "."));
    }
    lower.putAll(settings);
  }
}
