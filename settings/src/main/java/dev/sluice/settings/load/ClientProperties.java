package dev.sluice.settings.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;

/**
 * Checks properties of Kafka clients. Sluice sets some of them itself, and others work only with
 * some values.
 */
final class ClientProperties {
  private static final Pattern CLIENT_PREFIX =
      Pattern.compile(
          "^(main\\.consumer|restore\\.consumer|global\\.consumer|consumer|producer|admin)\\.");

  private static final Map<String, String> CLIENTS =
      reasons(
          "set kafka.bootstrap-servers instead: bootstrap.servers",
          "Sluice reads and writes its own encoding: key.serializer value.serializer"
              + " key.deserializer value.deserializer",
          "exactly-once processing depends on this property: isolation.level enable.auto.commit"
              + " enable.idempotence acks",
          "a lost offset must stop the role, not skip records: auto.offset.reset",
          "the id of a document determines its output partition: partitioner.class",
          "Sluice derives the value from kafka.topic-prefix: transactional.id group.id"
              + " application.id",
          "Sluice keeps the value in the work directory: group.instance.id",
          "Sluice derives the value from input.max-document-size: max.request.size",
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

  private static final String PROTOCOL = "group.protocol";
  private static final String TIMEOUT = "transaction.timeout.ms";

  /** Properties that the broker determines in the newer group protocols. */
  private static final List<String> CLASSIC_ONLY =
      List.of("session.timeout.ms", "heartbeat.interval.ms", "partition.assignment.strategy");

  private static final String GUARANTEE = "processing.guarantee";

  private final SettingReader reader;
  private final PropertyReferences references;

  /** The maximum time that a transaction stays open. */
  private final Duration commitInterval;

  ClientProperties(SettingReader reader, PropertyReferences references, Duration commitInterval) {
    this.reader = reader;
    this.references = references;
    this.commitInterval = commitInterval;
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

  /**
   * Returns the properties under a key, with references resolved. Reports properties that cannot be
   * used.
   */
  SortedMap<String, String> read(ConfigKey<?> key) {
    boolean streams = key == ConfigKeys.STREAMS_PROPERTIES;
    SortedMap<String, String> given = reader.readOpen(key);
    SortedMap<String, String> properties = references.resolve(key, given, reader);
    String prefix = key.pattern() + ".";
    properties.forEach(
        (name, value) -> {
          String reason = refusal(streams, name, value, given.get(name));
          if (!reason.isEmpty()) {
            reader.problem(prefix + name, reason);
          }
        });
    protocol(prefix, properties, streams);
    timeout(prefix, properties);
    return properties;
  }

  private static String refusal(boolean streams, String name, String value, String shown) {
    String bare = CLIENT_PREFIX.matcher(name).replaceFirst("");
    if (streams && bare.equals(GUARANTEE)) {
      return value.equals("exactly_once_v2") ? "" : guarantee(shown);
    }
    String reason = CLIENTS.getOrDefault(bare, streams ? STREAMS.getOrDefault(bare, "") : "");
    return reason.isEmpty() ? "" : "cannot be configured: " + reason;
  }

  private static String guarantee(String shown) {
    return "\""
        + shown
        + "\" is not allowed; must be exactly_once_v2. Otherwise, deduplication loses records: an"
        + " id can be stored although its document was never sent on, and after a crash, the only"
        + " copy is dropped as a duplicate";
  }

  private void protocol(String prefix, SortedMap<String, String> given, boolean streams) {
    List<String> allowed =
        streams ? List.of("classic", "streams") : List.of("classic", "consumer", "streams");
    String protocol = given.getOrDefault(PROTOCOL, "classic").toLowerCase(Locale.ROOT);
    if (!allowed.contains(protocol)) {
      reader.problem(
          prefix + PROTOCOL,
          "\"" + protocol + "\" is not allowed; must be one of " + String.join(", ", allowed));
    } else if (!protocol.equals("classic")) {
      CLASSIC_ONLY.stream()
          .filter(given::containsKey)
          .forEach(
              name ->
                  reader.problem(
                      prefix + name,
                      "cannot be set with "
                          + PROTOCOL
                          + "="
                          + protocol
                          + ": with this protocol, the broker sets the value"));
    }
  }

  /** Checks that the broker does not abort transactions that are open for the maximum time. */
  private void timeout(String prefix, SortedMap<String, String> given) {
    for (String name : List.of(TIMEOUT, "producer." + TIMEOUT)) {
      String value = given.getOrDefault(name, Integer.toString(Integer.MAX_VALUE));
      if (!value.matches("[0-9]{1,10}") || !fits(Long.parseLong(value))) {
        reader.problem(
            prefix + name,
            "\"%s\" must be a whole number of milliseconds above %d, the longer of ingest.transaction-interval and streams.commit-interval"
                .formatted(value, commitInterval.toMillis()));
      }
    }
  }

  private boolean fits(long millis) {
    return millis > commitInterval.toMillis() && millis <= Integer.MAX_VALUE;
  }
}
