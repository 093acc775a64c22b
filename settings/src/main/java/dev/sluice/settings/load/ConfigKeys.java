package dev.sluice.settings.load;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * All keys, in the order of the reference page. Parsing, environment variables, messages, that page
 * and the content configuration follow from this table.
 */
public final class ConfigKeys {
  /**
   * Keys that an output stores although they do not decide its content, because later commands
   * describe it with them. They may be changed.
   */
  static final List<ConfigKey<?>> REMEMBERED =
      List.of(
          InputKeys.DATASET_NAME,
          InputKeys.DATASET_VERSION,
          InputKeys.DATASET_SOURCE,
          InputKeys.DATASET_SOURCE_VERSION,
          InputKeys.DATASET_LICENSE,
          InputKeys.DATASET_ATTRIBUTION,
          InputKeys.INPUT_PATTERN);

  /** The check of near-duplicates that has a threshold. */
  static final String ESTIMATE = "estimate";

  /** Keys that say how near-duplicates are removed, if they are. */
  static final List<ConfigKey<?>> OF_NEAR_DEDUP =
      List.of(
          RuleKeys.NEAR_DEDUP_PRESET,
          RuleKeys.NEAR_DEDUP_SCOPE,
          RuleKeys.NEAR_DEDUP_CHECK,
          RuleKeys.NEAR_DEDUP_CHECK_THRESHOLD);

  /** All keys, as each class declares them; those of the process come first and last. */
  public static final List<ConfigKey<?>> ALL = all();

  private ConfigKeys() {}

  private static List<ConfigKey<?>> all() {
    List<ConfigKey<?>> machine = declaredIn(MachineKeys.class);
    int first = machine.indexOf(MachineKeys.IO_RETRIES);
    List<ConfigKey<?>> all = new ArrayList<>(machine.subList(0, first));
    Stream.of(InputKeys.class, RuleKeys.class, IngestKeys.class, OutputKeys.class, KafkaKeys.class)
        .forEach(group -> all.addAll(declaredIn(group)));
    all.addAll(machine.subList(first, machine.size()));
    return List.copyOf(all);
  }

  /** In the order of the source, which the JVM keeps and the test of the reference page checks. */
  private static List<ConfigKey<?>> declaredIn(Class<?> group) {
    List<ConfigKey<?>> keys = new ArrayList<>();
    try {
      for (Field field : group.getDeclaredFields()) {
        if (field.getType() == ConfigKey.class) {
          keys.add((ConfigKey<?>) field.get(null));
        }
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("keys are visible in their package", e);
    }
    return keys;
  }
}
