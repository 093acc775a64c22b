package dev.sluice.settings.load;

import dev.sluice.settings.Setting;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * A key that decides whether other keys have an effect. If a layer sets the switch to a value with
 * which the other keys have no effect, it also resets these keys to their defaults, so that a
 * command can turn a feature off regardless of the keys that a file sets. Keys that the same layer
 * sets stay, and are a problem.
 *
 * @param key key that is the switch
 * @param needed value of the switch that the other keys need; empty if the switch must be unset
 * @param leaves whether the other keys have an effect with a given text of the switch
 * @param others keys and maps that may have no effect
 */
record KeySwitch(
    ConfigKey<?> key, String needed, Predicate<String> leaves, List<ConfigKey<?>> others) {
  /** All switches. Switches for ids, scores and dumps replace a column, or each other. */
  static final List<KeySwitch> ALL =
      List.of(
          new KeySwitch(
              ConfigKeys.NEAR_DEDUP_METHOD,
              "near-dedup.method minhash",
              text -> !text.isEmpty(),
              ConfigKeys.OF_NEAR_DEDUP),
          new KeySwitch(
              ConfigKeys.NEAR_DEDUP_CHECK,
              "near-dedup.check estimate",
              ConfigKeys.ESTIMATE::equals,
              List.of(ConfigKeys.NEAR_DEDUP_CHECK_THRESHOLD)),
          new KeySwitch(
              ConfigKeys.REGISTRY_URL,
              "topics.registry-url",
              text -> !text.isEmpty(),
              List.of(ConfigKeys.REGISTRY_PROPERTIES)),
          new KeySwitch(
              ConfigKeys.BOOTSTRAP_SERVERS,
              "kafka.bootstrap-servers with more than one broker (embedded is a single broker)",
              text -> !text.equals(ConfigKeys.EMBEDDED),
              List.of(ConfigKeys.REPLICATION_FACTOR)),
          new KeySwitch(
              ConfigKeys.DUMP_COLUMN,
              "input.dump.column",
              text -> !text.isEmpty(),
              List.of(ConfigKeys.DUMP_MATCH)),
          inPlaceOf(ConfigKeys.INPUT_ID, ConfigKeys.COLUMN_ID),
          inPlaceOf(ConfigKeys.SCORE_CONSTANT, ConfigKeys.COLUMN_SCORE, ConfigKeys.SCORERS),
          inPlaceOf(ConfigKeys.SCORERS, ConfigKeys.COLUMN_SCORE, ConfigKeys.SCORE_CONSTANT),
          inPlaceOf(
              ConfigKeys.DUMP_COLUMN,
              ConfigKeys.COLUMN_DUMP,
              ConfigKeys.DUMP_PATH,
              ConfigKeys.DUMP_CONSTANT),
          inPlaceOf(
              ConfigKeys.DUMP_PATH,
              ConfigKeys.COLUMN_DUMP,
              ConfigKeys.DUMP_COLUMN,
              ConfigKeys.DUMP_MATCH,
              ConfigKeys.DUMP_CONSTANT),
          inPlaceOf(
              ConfigKeys.DUMP_CONSTANT,
              ConfigKeys.COLUMN_DUMP,
              ConfigKeys.DUMP_COLUMN,
              ConfigKeys.DUMP_MATCH,
              ConfigKeys.DUMP_PATH));

  private static KeySwitch inPlaceOf(ConfigKey<?> key, ConfigKey<?>... others) {
    return new KeySwitch(key, "", String::isEmpty, List.of(others));
  }

  /** Reports each key that was set without effect, once. */
  static void check(SettingReader reader) {
    Set<ConfigKey<?>> reported = new HashSet<>();
    for (KeySwitch each : ALL) {
      if (!each.leaves.test(reader.textOrElements(each.key))) {
        each.others.stream()
            .filter(other -> reader.isGiven(other) && !reported.contains(each.key))
            .filter(other -> each.refusesDefault(other) || reader.isChanged(other))
            .filter(reported::add)
            .forEach(other -> reader.problem(other, each.refusal(reader, other)));
      }
    }
  }

  /**
   * Returns whether the default value of a key is a problem too. Configurations may name the
   * default column of dumps although they take dumps from elsewhere.
   */
  private boolean refusesDefault(ConfigKey<?> other) {
    return needed.isEmpty() && other != ConfigKeys.COLUMN_DUMP;
  }

  private String refusal(SettingReader reader, ConfigKey<?> other) {
    return needed.isEmpty()
        ? "\"%s\" cannot be combined with %s, which is \"%s\"; set one of these keys, and set the other to null"
            .formatted(reader.textOrElements(other), key.pattern(), reader.textOrElements(key))
        : "requires %s: set that key as well, or remove this key".formatted(needed);
  }

  /**
   * Resets the other keys that lower layers set, if this layer turns the switch off.
   *
   * @param settings settings of the lower layers and this layer
   * @param defaults settings that replace those of the other keys
   */
  void apply(
      Layer layer, SortedMap<String, Setting> settings, SortedMap<String, Setting> defaults) {
    if (layer.text(key.pattern()).filter(leaves.negate()).isPresent()) {
      for (ConfigKey<?> other : others) {
        takeBack(other.pattern(), layer, settings, defaults);
      }
    }
  }

  private static void takeBack(
      String path,
      Layer layer,
      SortedMap<String, Setting> settings,
      SortedMap<String, Setting> defaults) {
    settings.subMap(path + ".", path + "/").keySet().removeIf(below -> !layer.has(below));
    if (!layer.has(path) && defaults.containsKey(path)) {
      settings.put(path, defaults.get(path));
    }
  }
}
