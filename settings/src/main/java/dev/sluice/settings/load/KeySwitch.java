package dev.sluice.settings.load;

import dev.sluice.settings.Setting;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Predicate;

/**
 * A key that decides whether others have an effect. A layer that gives it a value without which
 * they have none takes back what lower layers say of them: whoever turns something off in a command
 * need not know what a file says about it. What the same layer says of them stays, and is a
 * problem.
 *
 * @param key the switch
 * @param leaves whether a text of the switch leaves the other keys their effect
 * @param others keys and maps that may be without effect
 */
record KeySwitch(ConfigKey<?> key, Predicate<String> leaves, List<ConfigKey<?>> others) {
  private static final Predicate<String> IF_SET = text -> !text.isEmpty();
  private static final Predicate<String> UNLESS_SET = String::isEmpty;

  /** All of them. Those of ids, scores and dumps take the place of a column, or of one another. */
  static final List<KeySwitch> ALL =
      List.of(
          new KeySwitch(ConfigKeys.NEAR_DEDUP_METHOD, IF_SET, ConfigKeys.OF_NEAR_DEDUP),
          new KeySwitch(
              ConfigKeys.NEAR_DEDUP_CHECK,
              ConfigKeys.ESTIMATE::equals,
              List.of(ConfigKeys.NEAR_DEDUP_CHECK_THRESHOLD)),
          new KeySwitch(ConfigKeys.REGISTRY_URL, IF_SET, List.of(ConfigKeys.REGISTRY_PROPERTIES)),
          new KeySwitch(
              ConfigKeys.BOOTSTRAP_SERVERS,
              text -> !text.equals(ConfigKeys.EMBEDDED),
              List.of(ConfigKeys.REPLICATION_FACTOR)),
          new KeySwitch(ConfigKeys.INPUT_ID, UNLESS_SET, List.of(ConfigKeys.COLUMN_ID)),
          new KeySwitch(
              ConfigKeys.SCORE_CONSTANT,
              UNLESS_SET,
              List.of(ConfigKeys.COLUMN_SCORE, ConfigKeys.SCORERS)),
          new KeySwitch(
              ConfigKeys.SCORERS,
              UNLESS_SET,
              List.of(ConfigKeys.COLUMN_SCORE, ConfigKeys.SCORE_CONSTANT)),
          new KeySwitch(ConfigKeys.DUMP_COLUMN, IF_SET, List.of(ConfigKeys.DUMP_MATCH)),
          new KeySwitch(
              ConfigKeys.DUMP_COLUMN,
              UNLESS_SET,
              List.of(ConfigKeys.COLUMN_DUMP, ConfigKeys.DUMP_PATH, ConfigKeys.DUMP_CONSTANT)),
          new KeySwitch(
              ConfigKeys.DUMP_PATH,
              UNLESS_SET,
              List.of(
                  ConfigKeys.COLUMN_DUMP,
                  ConfigKeys.DUMP_COLUMN,
                  ConfigKeys.DUMP_MATCH,
                  ConfigKeys.DUMP_CONSTANT)),
          new KeySwitch(
              ConfigKeys.DUMP_CONSTANT,
              UNLESS_SET,
              List.of(
                  ConfigKeys.COLUMN_DUMP,
                  ConfigKeys.DUMP_COLUMN,
                  ConfigKeys.DUMP_MATCH,
                  ConfigKeys.DUMP_PATH)));

  /**
   * Takes back what lower layers say of the other keys, if the layer says so of the switch.
   *
   * @param settings of the lower layers and this one
   * @param defaults that take their place
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
