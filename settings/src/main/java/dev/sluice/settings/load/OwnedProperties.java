package dev.sluice.settings.load;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * Client properties that Sluice sets, because its guarantees depend on them. Refuses them in the
 * configuration, each with the reason.
 */
final class OwnedProperties {
  private static final Pattern CLIENT_PREFIX =
      Pattern.compile(
          "^(main\\.consumer|restore\\.consumer|global\\.consumer|consumer|producer|admin)\\.");

  private static final Map<String, String> CLIENTS =
      reasons(
          "set kafka.bootstrap-servers instead: bootstrap.servers",
          "Sluice reads and writes its own encoding: key.serializer value.serializer"
              + " key.deserializer value.deserializer",
          "exactly-once processing depends on it: isolation.level enable.auto.commit"
              + " enable.idempotence acks",
          "a lost offset must stop the role, not skip records: auto.offset.reset",
          "the output partition follows from the id: partitioner.class",
          "Sluice derives it from kafka.topic-prefix: transactional.id group.id application.id",
          "it is kept in the work directory: group.instance.id",
          "it follows from input.max-document-size: max.request.size",
          "Sluice assigns partitions itself: partition.assignment.strategy");

  private static final Map<String, String> STREAMS =
      reasons(
          "set streams.state-dir instead: state.dir",
          "set streams.threads instead: num.stream.threads",
          "set streams.standby-replicas instead: num.standby.replicas",
          "set streams.commit-interval instead: commit.interval.ms",
          "set kafka.replication-factor instead: replication.factor",
          "Sluice's clients let a topology continue after its process was suspended:"
              + " default.client.supplier",
          "every internal topic has a fixed name: ensure.explicit.internal.resource.naming",
          "Sluice relies on the timestamps of the broker: topic.message.timestamp.type",
          "Sluice sizes the memory of the stores: statestore.cache.max.bytes"
              + " cache.max.bytes.buffering rocksdb.config.setter",
          "continuing after an error would skip rows: processing.exception.handler"
              + " deserialization.exception.handler production.exception.handler"
              + " default.deserialization.exception.handler"
              + " default.production.exception.handler");

  private static final String GUARANTEE = "processing.guarantee";

  private final boolean streams;

  private OwnedProperties(boolean streams) {
    this.streams = streams;
  }

  /** Parses lines {@code reason: property property} into reasons by property. */
  private static Map<String, String> reasons(String... lines) {
    Map<String, String> reasons = new HashMap<>();
    for (String line : lines) {
      String[] parts = line.split(": ", 2);
      for (String property : parts[1].split(" ")) {
        reasons.put(property, parts[0]);
      }
    }
    return reasons;
  }

  /** Properties that no client may have. */
  static OwnedProperties ofClients() {
    return new OwnedProperties(false);
  }

  /** Properties that Kafka Streams may not have. */
  static OwnedProperties ofStreams() {
    return new OwnedProperties(true);
  }

  /** The properties under a key. Those that Sluice sets are problems. */
  SortedMap<String, String> read(SettingReader reader, ConfigKey<?> key) {
    SortedMap<String, String> properties = reader.readOpen(key);
    properties.forEach(
        (name, value) -> {
          String reason = refusal(name, value);
          if (!reason.isEmpty()) {
            String path = key.pattern() + "." + name;
            reader.problem(path, reason);
          }
        });
    return properties;
  }

  private String refusal(String name, String value) {
    String bare = CLIENT_PREFIX.matcher(name).replaceFirst("");
    if (streams && bare.equals(GUARANTEE)) {
      return value.equals("exactly_once_v2") ? "" : guarantee(value);
    }
    String reason = CLIENTS.getOrDefault(bare, streams ? STREAMS.getOrDefault(bare, "") : "");
    return reason.isEmpty() ? "" : "cannot be configured: " + reason;
  }

  private static String guarantee(String value) {
    return "\""
        + value
        + "\" is not allowed: without exactly_once_v2 deduplication loses records, because an id"
        + " can be stored although its document was never sent on; after a crash the only copy is"
        + " then dropped as a duplicate; must be exactly_once_v2";
  }
}
