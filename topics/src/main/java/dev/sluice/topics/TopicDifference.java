package dev.sluice.topics;

import java.util.Objects;

/**
 * A difference between a topic and its plan.
 *
 * @param topic name of the topic
 * @param key the setting, or {@link #MISSING}, {@link #PARTITIONS}
 * @param seen the actual value
 * @param wanted the required value; a minimum for {@code max.message.bytes}
 */
public record TopicDifference(String topic, String key, String seen, String wanted) {
  /** The key of a missing topic. */
  public static final String MISSING = "topic";

  /** The key of the number of partitions. */
  public static final String PARTITIONS = "partitions";

  private static final String SIZE = "max.message.bytes";

  /** Checks that everything is there. */
  public TopicDifference {
    Objects.requireNonNull(topic, "topic");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(seen, "seen");
    Objects.requireNonNull(wanted, "wanted");
  }

  /** Describes the difference for users, with the configuration key if there is one. */
  public String text() {
    return switch (key) {
      case MISSING -> "topic %s is missing".formatted(topic);
      case PARTITIONS ->
          "topic %s has %s partitions, kafka.partitions says %s".formatted(topic, seen, wanted);
      case SIZE ->
          "topic %s has max.message.bytes=%s, input.max-document-size needs %s at least"
              .formatted(topic, seen, wanted);
      default -> "topic %s has %s=%s, needed is %s".formatted(topic, key, seen, wanted);
    };
  }
}
