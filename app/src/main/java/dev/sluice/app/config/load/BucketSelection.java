package dev.sluice.app.config.load;

import dev.sluice.app.config.Problems;
import dev.sluice.app.config.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/** Keeps the settings of the buckets that {@code --bucket} names, and numbers them anew. */
final class BucketSelection {
  private static final String OPTION = "--bucket";

  private BucketSelection() {}

  /**
   * Narrows the settings in place. A name that no bucket has is a problem, and nothing is narrowed,
   * so that all buckets are checked. No names: all buckets stay.
   */
  static void apply(SortedMap<String, Setting> settings, List<String> names, Problems problems) {
    List<List<Setting>> elements = elements(settings);
    List<String> known = elements.stream().map(BucketSelection::name).toList();
    Set<String> wanted = new HashSet<>(names);
    for (String name : names) {
      if (!known.contains(name) && wanted.remove(name)) {
        problems.add(
            OPTION, "there is no bucket \"" + name + "\"; there are " + String.join(", ", known));
      }
    }
    if (!names.isEmpty() && wanted.size() == new HashSet<>(names).size()) {
      keep(settings, elements, wanted);
    }
  }

  private static void keep(
      SortedMap<String, Setting> settings, List<List<Setting>> elements, Set<String> wanted) {
    int kept = 0;
    for (List<Setting> element : elements) {
      element.forEach(setting -> settings.remove(setting.path()));
      if (wanted.contains(name(element))) {
        for (Setting setting : element) {
          String path = "buckets." + kept + field(setting);
          settings.put(path, new Setting(path, setting.text(), setting.origin()));
        }
        kept++;
      }
    }
  }

  private static List<List<Setting>> elements(SortedMap<String, Setting> settings) {
    List<List<Setting>> elements = new ArrayList<>();
    List<Setting> element = element(settings, 0);
    while (!element.isEmpty()) {
      elements.add(element);
      element = element(settings, elements.size());
    }
    return elements;
  }

  private static List<Setting> element(SortedMap<String, Setting> settings, int index) {
    String path = "buckets." + index;
    return List.copyOf(settings.subMap(path + ".", path + "/").values());
  }

  private static String name(List<Setting> element) {
    return element.stream()
        .filter(setting -> field(setting).equals(".name"))
        .findFirst()
        .map(Setting::text)
        .orElse("(without a name)");
  }

  private static String field(Setting setting) {
    return setting.path().substring(setting.path().lastIndexOf('.'));
  }
}
