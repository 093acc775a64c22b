package dev.sluice.settings.load;

import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;

/** Keeps the settings of the buckets that {@code --bucket} names, and renumbers them. */
final class BucketSelection {
  private static final String OPTION = "--bucket";

  private BucketSelection() {}

  /**
   * Removes the settings of other buckets; of none if there are no names. A name that no bucket has
   * is a problem, and then all buckets stay, so that they are checked.
   */
  static void apply(SortedMap<String, Setting> settings, List<String> names, Problems problems) {
    List<List<Setting>> buckets = buckets(settings);
    List<String> known = buckets.stream().map(BucketSelection::name).toList();
    Set<String> wanted = new HashSet<>(names);
    for (String name : names) {
      if (!known.contains(name) && wanted.remove(name)) {
        problems.add(
            OPTION, "there is no bucket \"" + name + "\"; there are " + String.join(", ", known));
      }
    }
    if (!names.isEmpty() && wanted.size() == new HashSet<>(names).size()) {
      keep(settings, buckets, wanted);
    }
  }

  private static void keep(
      SortedMap<String, Setting> settings, List<List<Setting>> buckets, Set<String> wanted) {
    int kept = 0;
    for (List<Setting> bucket : buckets) {
      bucket.forEach(setting -> settings.remove(setting.path()));
      if (wanted.contains(name(bucket))) {
        for (Setting setting : bucket) {
          String path = "buckets." + kept + field(setting);
          settings.put(path, new Setting(path, setting.text(), setting.origin()));
        }
        kept++;
      }
    }
  }

  private static List<List<Setting>> buckets(SortedMap<String, Setting> settings) {
    List<List<Setting>> buckets = new ArrayList<>();
    List<Setting> bucket = bucket(settings, 0);
    while (!bucket.isEmpty()) {
      buckets.add(bucket);
      bucket = bucket(settings, buckets.size());
    }
    return buckets;
  }

  private static List<Setting> bucket(SortedMap<String, Setting> settings, int index) {
    String path = "buckets." + index;
    return List.copyOf(settings.subMap(path + ".", path + "/").values());
  }

  private static String name(List<Setting> bucket) {
    return bucket.stream()
        .filter(setting -> field(setting).equals(".name"))
        .findFirst()
        .map(Setting::text)
        .orElse("(without a name)");
  }

  private static String field(Setting setting) {
    return setting.path().substring(setting.path().lastIndexOf('.'));
  }
}
