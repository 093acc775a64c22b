package dev.sluice.settings.load;

import dev.sluice.settings.Setting;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Sorts settings by the order of their keys, elements of lists by index, entries by name. */
final class SettingOrder {
  private final List<String> patterns;

  SettingOrder(ConfigSchema schema) {
    this.patterns = schema.keys().stream().map(ConfigKey::pattern).toList();
  }

  /** Sorts settings. */
  List<Setting> sort(Collection<Setting> settings) {
    return settings.stream()
        .sorted(
            Comparator.comparingInt((Setting setting) -> rootPosition(setting.path()))
                .thenComparingInt(setting -> index(setting.path()))
                .thenComparingInt(setting -> position(setting.path()))
                .thenComparing(Setting::path))
        .toList();
  }

  /** The position of the first declared key that is this path or contains it. */
  private int rootPosition(String path) {
    for (int i = 0; i < patterns.size(); i++) {
      if (path.equals(patterns.get(i)) || path.startsWith(patterns.get(i) + ".")) {
        return i;
      }
    }
    return patterns.size();
  }

  private int position(String path) {
    return patterns.indexOf(path.replaceFirst("\\.[0-9]+(?=\\.|$)", ".*"));
  }

  private static int index(String path) {
    for (String part : path.split("\\.")) {
      if (part.matches("[0-9]{1,4}")) {
        return Integer.parseInt(part);
      }
    }
    return 0;
  }
}
