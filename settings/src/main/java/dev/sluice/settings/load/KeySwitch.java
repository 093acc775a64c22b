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
          new KeySwitch(RuleKeys.NEAR_DEDUP_METHOD, IF_SET, ConfigKeys.OF_NEAR_DEDUP),
          new KeySwitch(
              RuleKeys.NEAR_DEDUP_CHECK,
              ConfigKeys.ESTIMATE::equals,
              List.of(RuleKeys.NEAR_DEDUP_CHECK_THRESHOLD)),
          new KeySwitch(KafkaKeys.REGISTRY_URL, IF_SET, List.of(KafkaKeys.REGISTRY_PROPERTIES)),
          new KeySwitch(
              KafkaKeys.BOOTSTRAP_SERVERS,
              text -> !text.equals(KafkaKeys.EMBEDDED),
              List.of(KafkaKeys.REPLICATION_FACTOR)),
          new KeySwitch(InputKeys.ID, UNLESS_SET, List.of(InputKeys.COLUMN_ID)),
          new KeySwitch(
              RuleKeys.SCORE_CONSTANT,
              UNLESS_SET,
              List.of(InputKeys.COLUMN_SCORE, RuleKeys.SCORERS)),
          new KeySwitch(
              RuleKeys.SCORERS,
              UNLESS_SET,
              List.of(InputKeys.COLUMN_SCORE, RuleKeys.SCORE_CONSTANT)),
          new KeySwitch(InputKeys.DUMP_COLUMN, IF_SET, List.of(InputKeys.DUMP_MATCH)),
          new KeySwitch(
              InputKeys.DUMP_COLUMN,
              UNLESS_SET,
              List.of(InputKeys.COLUMN_DUMP, InputKeys.DUMP_PATH, InputKeys.DUMP_CONSTANT)),
          new KeySwitch(
              InputKeys.DUMP_PATH,
              UNLESS_SET,
              List.of(
                  InputKeys.COLUMN_DUMP,
                  InputKeys.DUMP_COLUMN,
                  InputKeys.DUMP_MATCH,
                  InputKeys.DUMP_CONSTANT)),
          new KeySwitch(
              InputKeys.DUMP_CONSTANT,
              UNLESS_SET,
              List.of(
                  InputKeys.COLUMN_DUMP,
                  InputKeys.DUMP_COLUMN,
                  InputKeys.DUMP_MATCH,
                  InputKeys.DUMP_PATH)));

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
