package dev.sluice.topics;

import dev.sluice.topics.record.WireFormat;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Creates clients of a broker, with byte arrays as keys and values.
 *
 * @param bootstrapServers comma-separated list of host:port
 * @param properties the user's properties of all clients
 * @param format format in which producers send values
 */
public record KafkaConnection(
    String bootstrapServers, Map<String, String> properties, WireFormat format) {
  private static final int TRANSACTION_TIMEOUT_MS = 60_000;
  private static final int MAX_POLL_INTERVAL_MS = 300_000;

  private static final Set<String> REQUIRED =
      Set.of(
          CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
          ConsumerConfig.GROUP_ID_CONFIG,
          ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
          ConsumerConfig.ISOLATION_LEVEL_CONFIG,
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
          ProducerConfig.MAX_REQUEST_SIZE_CONFIG);

  /**
   * The properties that the broker sets in groups of the new protocol. Clients must not set them.
   */
  public static final Set<String> CLASSIC_ONLY =
      Set.of(
          ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
          ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);

  /** Checks that the servers are present, and copies the properties. */
  public KafkaConnection {
    Objects.requireNonNull(bootstrapServers, "bootstrapServers");
    Objects.requireNonNull(format, "format");
    properties = Map.copyOf(properties);
  }

  /** Creates a connection whose producers send values unchanged. */
  public KafkaConnection(String bootstrapServers, Map<String, String> properties) {
    this(bootstrapServers, properties, WireFormat.singleObject());
  }

  /** Returns a connection that uses the given format of values instead. */
  public KafkaConnection in(WireFormat other) {
    return new KafkaConnection(bootstrapServers, properties, other);
  }

  /**
   * Returns the time after which the broker aborts an open transaction. It is the user's {@code
   * transaction.timeout.ms}, or one minute by default.
   */
  public Duration transactionTimeout() {
    String value = properties.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
    return Duration.ofMillis(value == null ? TRANSACTION_TIMEOUT_MS : Long.parseLong(value));
  }

  /**
   * Returns the time after which a group removes a consumer that does not poll. It is the user's
   * {@code max.poll.interval.ms}, or five minutes by default.
   */
  public Duration maxPollInterval() {
    String value = properties.get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
    return Duration.ofMillis(value == null ? MAX_POLL_INTERVAL_MS : Long.parseLong(value));
  }

  /**
   * Returns whether consumer groups use the protocol in which the broker assigns partitions. This
   * is so if {@code group.protocol} is {@code consumer} or {@code streams}. Both values have the
   * same effect here.
   */
  public boolean usesNewGroups() {
    String value = properties.getOrDefault(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
    return !value.toLowerCase(Locale.ROOT).equals("classic");
  }

  /** Creates an admin client. The caller closes it. */
  public Admin admin() {
    return Admin.create(with(Map.of()));
  }

  /** Creates a transactional producer. The caller closes it. */
  public Producer<byte[], byte[]> producer(String transactionalId, Map<String, Object> settings) {
    Map<String, Object> all = withUserProperties(settings);
    all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    all.put(
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
        Math.toIntExact(transactionTimeout().toMillis()));
    return new KafkaProducer<>(all, new ByteArraySerializer(), format.serializer());
  }

  /**
   * Creates a producer without transactions. Its records only inform users. The caller closes it.
   */
  public Producer<byte[], byte[]> producer(Map<String, Object> settings) {
    return new KafkaProducer<>(
        withUserProperties(settings), new ByteArraySerializer(), format.serializer());
  }

  /** Creates a consumer without automatic commits. The caller closes it. */
  public Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
    Map<String, Object> all = withUserProperties(settings);
    all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    all.putIfAbsent(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    all.putIfAbsent(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    boolean newGroup = usesNewGroups() && all.containsKey(ConsumerConfig.GROUP_ID_CONFIG);
    all.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, newGroup ? "consumer" : "classic");
    if (newGroup) {
      all.keySet().removeAll(CLASSIC_ONLY);
    }
    return new KafkaConsumer<>(all, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * Adds the user's properties, which override tuning but nothing that exactly-once delivery
   * depends on.
   */
  private Map<String, Object> withUserProperties(Map<String, Object> settings) {
    Map<String, Object> all = with(settings);
    properties.forEach(
        (key, value) -> {
          if (!REQUIRED.contains(key)) {
            all.put(key, value);
          }
        });
    return all;
  }

  /**
   * Returns the properties of a client: the user's properties, these overrides, and the servers.
   */
  public Map<String, Object> with(Map<String, Object> overrides) {
    Map<String, Object> all = new HashMap<>(properties);
    all.putAll(overrides);
    all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return all;
  }
}
