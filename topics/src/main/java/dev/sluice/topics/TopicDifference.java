package dev.sluice.topics;

import java.util.Objects;

/**
 * One thing about a topic that is not as it must be.
 *
 * @param topic its name
 * @param key the setting, or {@link #MISSING}, {@link #PARTITIONS}
 * @param seen what it is
 * @param wanted what it must be; of {@code max.message.bytes}: at least
 */
public record TopicDifference(String topic, String key, String seen, String wanted) {
  /** The key of a topic that is not there. */
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

  /** In words, naming the key of the configuration where there is one. */
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
