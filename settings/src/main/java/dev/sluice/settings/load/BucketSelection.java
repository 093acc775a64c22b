package dev.sluice.settings.load;

import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Keeps the settings of the buckets that {@code --bucket} names, and renumbers them. */
final class BucketSelection {
  private static final String OPTION = "--bucket";
  private static final String PREFIX = "buckets.";

  private BucketSelection() {}

  /**
   * Removes the settings of all other buckets. Without names, it removes nothing. A name that no
   * bucket has is a problem; all buckets then stay, so that they are checked.
   */
  static void apply(SortedMap<String, Setting> settings, List<String> names, Problems problems) {
    if (names.isEmpty()) {
      return;
    }
    SortedMap<Integer, List<Setting>> buckets = new TreeMap<>();
    for (Setting setting : settings.subMap(PREFIX, "buckets/").values()) {
      buckets.computeIfAbsent(index(setting), index -> new ArrayList<>()).add(setting);
    }
    List<String> known = buckets.values().stream().map(BucketSelection::name).toList();
    names.stream()
        .distinct()
        .filter(name -> !known.contains(name))
        .forEach(
            name ->
                problems.add(
                    OPTION,
                    "bucket \""
                        + name
                        + "\" does not exist; known buckets are "
                        + String.join(", ", known)));
    boolean gap = !buckets.isEmpty() && buckets.lastKey() >= buckets.size(); // reported later
    if (known.containsAll(names) && !gap) {
      settings.subMap(PREFIX, "buckets/").clear();
      buckets.values().removeIf(bucket -> !names.contains(name(bucket)));
      int kept = 0;
      for (List<Setting> bucket : buckets.values()) {
        for (Setting setting : bucket) {
          String path = PREFIX + kept + field(setting);
          settings.put(path, new Setting(path, setting.text(), setting.origin()));
        }
        kept++;
      }
    }
  }

  private static int index(Setting setting) {
    return Integer.parseInt(setting.path().split("\\.")[1]);
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
