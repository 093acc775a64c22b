package dev.sluice.settings.load;

import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * Client properties that Sluice sets, because its guarantees depend on them. Refuses them in the
 * configuration, each with the reason.
 */
final class OwnedProperties {
  private static final String SEE = "set %s instead";
  private static final String EXACTLY_ONCE = "exactly-once processing depends on it";
  private static final String CODEC = "Sluice reads and writes its own encoding";
  private static final String NAMES = "Sluice derives it from kafka.topic-prefix";
  private static final String RECORDS = "it follows from input.max-document-size";
  private static final String LAYOUT = "Sluice assigns partitions by a rule of its own";
  private static final String STORES = "the stores have their share of memory";
  private static final String SKIPPED = "to continue after an error would skip rows";

  private static final Pattern CLIENT_PREFIX =
      Pattern.compile(
          "^(main\\.consumer|restore\\.consumer|global\\.consumer|consumer|producer|admin)\\.");

  private static final Map<String, String> CLIENTS =
      Map.ofEntries(
          Map.entry("bootstrap.servers", SEE.formatted("kafka.bootstrap-servers")),
          Map.entry("key.serializer", CODEC),
          Map.entry("value.serializer", CODEC),
          Map.entry("key.deserializer", CODEC),
          Map.entry("value.deserializer", CODEC),
          Map.entry("isolation.level", EXACTLY_ONCE),
          Map.entry("enable.auto.commit", EXACTLY_ONCE),
          Map.entry("auto.offset.reset", "a lost offset must stop the role, not skip records"),
          Map.entry("enable.idempotence", EXACTLY_ONCE),
          Map.entry("acks", EXACTLY_ONCE),
          Map.entry("partitioner.class", "the output partition follows from the id"),
          Map.entry("transactional.id", NAMES),
          Map.entry("group.id", NAMES),
          Map.entry("group.instance.id", "it is kept in the work directory"),
          Map.entry("max.request.size", RECORDS),
          Map.entry("partition.assignment.strategy", LAYOUT),
          Map.entry("application.id", NAMES));

  private static final Map<String, String> STREAMS =
      Map.ofEntries(
          Map.entry("state.dir", SEE.formatted("streams.state-dir")),
          Map.entry("num.stream.threads", SEE.formatted("streams.threads")),
          Map.entry("num.standby.replicas", SEE.formatted("streams.standby-replicas")),
          Map.entry("commit.interval.ms", SEE.formatted("streams.commit-interval")),
          Map.entry("replication.factor", SEE.formatted("kafka.replication-factor")),
          Map.entry(
              "default.client.supplier",
              "Sluice's clients let a topology continue after its process was suspended"),
          Map.entry(
              "ensure.explicit.internal.resource.naming", "every internal topic has a fixed name"),
          Map.entry("topic.message.timestamp.type", "brokers date all records of Sluice"),
          Map.entry("statestore.cache.max.bytes", STORES),
          Map.entry("cache.max.bytes.buffering", STORES),
          Map.entry("rocksdb.config.setter", STORES),
          Map.entry("processing.exception.handler", SKIPPED),
          Map.entry("deserialization.exception.handler", SKIPPED),
          Map.entry("default.deserialization.exception.handler", SKIPPED),
          Map.entry("production.exception.handler", SKIPPED),
          Map.entry("default.production.exception.handler", SKIPPED));

  private static final String GUARANTEE = "processing.guarantee";

  private final boolean streams;

  private OwnedProperties(boolean streams) {
    this.streams = streams;
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
        + " then dropped as a duplicate; allowed: exactly_once_v2";
  }
}
