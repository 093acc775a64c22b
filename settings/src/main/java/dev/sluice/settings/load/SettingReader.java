package dev.sluice.settings.load;

import dev.sluice.core.values.ShownUrl;
import dev.sluice.operators.Refusal;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Problems;
import dev.sluice.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads typed values from the effective settings. An invalid value is a problem, and the default
 * takes its place, so that the rest can be checked too. Not thread-safe.
 */
final class SettingReader {
  private final SortedMap<String, Setting> settings;
  private final Problems problems;

  SettingReader(SortedMap<String, Setting> settings, Problems problems) {
    this.settings = settings;
    this.problems = problems;
  }

  /** Returns the value of a key outside of lists. */
  <T> T read(ConfigKey<T> key) {
    Setting setting = settings.get(key.pattern());
    return parse(key, setting).orElseGet(() -> defaultValue(key));
  }

  /**
   * Returns the value of a key in an element of a list. If the value is missing, it reports a
   * problem and returns empty.
   */
  <T> Optional<T> read(ConfigKey<T> key, int index) {
    String path = key.at(index);
    Setting setting = settings.get(path);
    if (setting != null) {
      return parse(key, setting);
    }
    if (key.defaultText().isEmpty()) {
      problems.add(path, originBelow(parent(path)), "is missing; must be " + key.type().allowed());
      return Optional.empty();
    }
    return Optional.of(defaultValue(key));
  }

  /** Returns the values of a list of single values, without invalid ones. */
  <T> List<T> readAll(ConfigKey<?> list, ConfigKey<T> element) {
    List<T> values = new ArrayList<>();
    for (int i = 0; i < size(list); i++) {
      parse(element, settings.get(element.at(i))).ifPresent(values::add);
    }
    return values;
  }

  /** Returns the entries of a map of arbitrary names. */
  SortedMap<String, String> readOpen(ConfigKey<?> key) {
    SortedMap<String, String> entries = new TreeMap<>();
    String prefix = key.pattern() + ".";
    for (Setting setting : below(key.pattern())) {
      entries.put(setting.path().substring(prefix.length()), setting.text());
    }
    return entries;
  }

  /** Returns the number of elements of a list. */
  int size(ConfigKey<?> list) {
    int size = 0;
    while (!below(list.pattern() + "." + size).isEmpty()
        || settings.containsKey(list.pattern() + "." + size)) {
      size++;
    }
    return size;
  }

  /** Reports gaps in the indexes of a list. */
  void checkIndexes(ConfigKey<?> list) {
    int size = size(list);
    for (Setting setting : below(list.pattern())) {
      String rest = setting.path().substring(list.pattern().length() + 1);
      int index = Integer.parseInt(rest.split("\\.", 2)[0]);
      if (index >= size) {
        problems.add(
            setting.path(),
            setting.origin(),
            "the list has " + size + " elements; the next index is " + size);
      }
    }
  }

  /** Reports a key that the command needs and that has no value. */
  void need(ConfigRequest.Need need) {
    Setting setting = settings.get(need.path());
    if (setting == null || setting.text().isEmpty()) {
      problems.add(
          need.path(),
          "is not set; pass " + need.option() + " or set this key in the configuration file");
    }
  }

  /**
   * Returns the origin of the value at a path, or of a list's first element. The result is empty if
   * there is none.
   */
  String origin(String path) {
    Setting setting = settings.get(path);
    return setting == null ? originBelow(path) : setting.origin();
  }

  /** Returns the text of a key. For a list or a map with elements, it is a placeholder. */
  String textOrElements(ConfigKey<?> key) {
    Setting setting = settings.get(key.pattern());
    boolean isEmpty = setting == null && below(key.pattern()).isEmpty();
    return setting == null ? (isEmpty ? "" : "[...]") : setting.text();
  }

  /**
   * Returns whether the user set a key to a valid value. Values stored by an output do not count.
   */
  boolean isGiven(ConfigKey<?> key) {
    String text = textOrElements(key);
    String origin = origin(key.pattern());
    return !text.isEmpty()
        && !origin.equals(ConfigSchema.DEFAULT)
        && !origin.equals(OutputLayer.ORIGIN)
        && key.type().parse(text).isPresent();
  }

  /** Returns whether the text of a key is not its default. */
  boolean isChanged(ConfigKey<?> key) {
    return !textOrElements(key).equals(key.defaultText().orElse(""));
  }

  /** Reports a problem of a key's value. */
  void problem(ConfigKey<?> key, String message) {
    problem(key.pattern(), message);
  }

  /** Reports a problem with the value at a path. */
  void problem(String path, String message) {
    problems.add(path, origin(path), message);
  }

  /** Returns the text of the value at a path. The value must exist. */
  String text(String path) {
    return settings.get(path).text();
  }

  private String originBelow(String path) {
    return below(path).stream().findFirst().map(Setting::origin).orElse("");
  }

  /** Returns the settings inside this path. */
  List<Setting> below(String path) {
    return List.copyOf(settings.subMap(path + ".", path + "/").values());
  }

  private <T> Optional<T> parse(ConfigKey<T> key, Setting setting) {
    Optional<T> value = key.type().parse(setting.text());
    if (value.isEmpty()) {
      problems.add(
          setting.path(),
          setting.origin(),
          (setting.text().isEmpty()
                  ? "is empty"
                  : "\"" + ShownUrl.of(setting.shownText()) + "\" is not allowed")
              + Refusal.of(key.type(), setting.text()));
    }
    return value;
  }

  private static <T> T defaultValue(ConfigKey<T> key) {
    return key.type().parse(key.defaultText().orElseThrow()).orElseThrow();
  }

  private static String parent(String path) {
    return path.substring(0, path.lastIndexOf('.'));
  }
}
