package dev.sluice.settings.load;

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

  /** All keys in declared order. */
  public static final List<ConfigKey<?>> ALL =
      Stream.of(
              MachineKeys.FIRST,
              InputKeys.ALL,
              RuleKeys.ALL,
              IngestKeys.ALL,
              OutputKeys.ALL,
              KafkaKeys.ALL,
              MachineKeys.LAST)
          .<ConfigKey<?>>flatMap(List::stream)
          .toList();

  private ConfigKeys() {}
}
