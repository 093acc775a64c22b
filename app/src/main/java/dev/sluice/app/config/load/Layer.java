package dev.sluice.app.config.load;

import dev.sluice.app.config.Setting;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * What one source of settings says: values by path, and the lists it gives as a whole. Laid over
 * lower layers it replaces single values, and of such lists everything. Not thread-safe.
 */
final class Layer {
  private final Set<String> wholeLists = new LinkedHashSet<>();
  private final Map<String, Setting> settings = new LinkedHashMap<>();

  /** This list is given as a whole, by the settings that follow. */
  void replaceList(String path) {
    wholeLists.add(path);
    settings.keySet().removeIf(known -> known.startsWith(path + "."));
  }

  /** Whether this layer has a value at the path. */
  boolean has(String path) {
    return settings.containsKey(path);
  }

  /** A value; the setting that this layer had for the path before, if any, is replaced. */
  void put(Setting setting) {
    settings.put(setting.path(), setting);
  }

  /** Lays this layer over the settings of lower ones. */
  void layOver(SortedMap<String, Setting> lower) {
    for (String list : wholeLists) {
      lower.keySet().removeIf(path -> path.startsWith(list + "."));
    }
    lower.putAll(settings);
  }
}
