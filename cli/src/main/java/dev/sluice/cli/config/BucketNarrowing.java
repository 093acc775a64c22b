package dev.sluice.cli.config;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** Keeps the settings of the buckets that {@code --bucket} names, and numbers them anew. */
final class BucketNarrowing {
  private static final String OPTION = "--bucket";

  private BucketNarrowing() {}

  /** Narrows the settings in place; a name that no bucket has is a problem. No names: all stay. */
  static void apply(SortedMap<String, Setting> settings, List<String> names, Problems problems) {
    if (names.isEmpty()) {
      return;
    }
    Set<String> wanted = new LinkedHashSet<>(names);
    List<String> known = new ArrayList<>();
    int kept = 0;
    for (int i = 0; name(settings, i).isPresent(); i++) {
      String name = name(settings, i).orElseThrow();
      known.add(name);
      List<Setting> element = remove(settings, "buckets." + i + ".");
      if (wanted.contains(name)) {
        for (Setting setting : element) {
          String field = setting.path().substring(setting.path().lastIndexOf('.'));
          String path = "buckets." + kept + field;
          settings.put(path, new Setting(path, setting.text(), setting.origin()));
        }
        kept++;
      }
    }
    for (String name : wanted) {
      if (!known.contains(name)) {
        problems.add(
            OPTION, "there is no bucket \"" + name + "\"; there are " + String.join(", ", known));
      }
    }
  }

  private static Optional<String> name(SortedMap<String, Setting> settings, int index) {
    return Optional.ofNullable(settings.get(ConfigKeys.BUCKET_NAME.at(index))).map(Setting::text);
  }

  private static List<Setting> remove(SortedMap<String, Setting> settings, String prefix) {
    List<Setting> removed =
        settings.values().stream().filter(setting -> setting.path().startsWith(prefix)).toList();
    removed.forEach(setting -> settings.remove(setting.path()));
    return removed;
  }
}
