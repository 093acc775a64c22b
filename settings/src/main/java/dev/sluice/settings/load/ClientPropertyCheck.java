package dev.sluice.settings.load;

import dev.sluice.settings.KafkaConfig;
import dev.sluice.settings.StreamsConfig;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** Checks client properties that the roles depend on: the group protocol and timeouts. */
final class ClientPropertyCheck {
  private static final String PROTOCOL = "group.protocol";
  private static final String TIMEOUT = "transaction.timeout.ms";
  private static final List<String> CLASSIC_ONLY =
      List.of("session.timeout.ms", "heartbeat.interval.ms", "partition.assignment.strategy");

  private final SettingReader reader;

  ClientPropertyCheck(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Adds problems.
   *
   * @param commitInterval maximum time that a transaction stays open
   */
  void check(KafkaConfig kafka, StreamsConfig streams, Duration commitInterval) {
    String clients = ConfigKeys.KAFKA_PROPERTIES.pattern() + ".";
    String topology = ConfigKeys.STREAMS_PROPERTIES.pattern() + ".";
    protocol(clients, kafka.properties(), List.of("classic", "consumer", "streams"));
    protocol(topology, streams.properties(), List.of("classic", "streams"));
    timeout(clients, kafka.properties(), commitInterval);
    timeout(topology, streams.properties(), commitInterval);
  }

  private void protocol(String key, SortedMap<String, String> given, List<String> allowed) {
    String protocol = given.getOrDefault(PROTOCOL, "classic").toLowerCase(Locale.ROOT);
    if (!allowed.contains(protocol)) {
      reader.problem(
          key + PROTOCOL, "\"" + protocol + "\" is not one of " + String.join(", ", allowed));
    } else if (!protocol.equals("classic")) {
      CLASSIC_ONLY.stream()
          .filter(given::containsKey)
          .forEach(
              name ->
                  reader.problem(
                      key + name,
                      "cannot be set with "
                          + PROTOCOL
                          + "="
                          + protocol
                          + ": the broker sets it in this protocol"));
    }
  }

  /** Checks that the broker does not abort transactions that are open for the maximum time. */
  private void timeout(String key, SortedMap<String, String> given, Duration commitInterval) {
    for (String name : List.of(TIMEOUT, "producer." + TIMEOUT)) {
      String value = given.getOrDefault(name, Integer.toString(Integer.MAX_VALUE));
      if (!value.matches("[0-9]{1,10}") || !fits(Long.parseLong(value), commitInterval)) {
        reader.problem(
            key + name,
            "\"%s\" must be a whole number of milliseconds above %d, the longer of ingest.transaction-interval and streams.commit-interval"
                .formatted(value, commitInterval.toMillis()));
      }
    }
  }

  private static boolean fits(long millis, Duration commitInterval) {
    return millis > commitInterval.toMillis() && millis <= Integer.MAX_VALUE;
  }
}
