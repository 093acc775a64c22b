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
 * How the broker is reached: clients are made here, with byte arrays on both sides.
 *
 * @param bootstrapServers comma-separated host:port
 * @param properties the user's client properties, passed through to every client
 * @param format in which producers made here send values
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

  /** What the broker decides for groups of the new protocol, and clients must not. */
  public static final Set<String> CLASSIC_ONLY =
      Set.of(
          ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
          ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
          ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG);

  /** Checks that the servers are given; copies the properties. */
  public KafkaConnection {
    Objects.requireNonNull(bootstrapServers, "bootstrapServers");
    Objects.requireNonNull(format, "format");
    properties = Map.copyOf(properties);
  }

  /** A connection on which values are sent as they are. */
  public KafkaConnection(String bootstrapServers, Map<String, String> properties) {
    this(bootstrapServers, properties, WireFormat.singleObject());
  }

  /** The same servers and properties with another form of values. */
  public KafkaConnection in(WireFormat other) {
    return new KafkaConnection(bootstrapServers, properties, other);
  }

  /**
   * Transactions that are not ended by then are aborted by the broker: the user's {@code
   * transaction.timeout.ms}, else a minute.
   */
  public Duration transactionTimeout() {
    String wished = properties.get(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG);
    return Duration.ofMillis(wished == null ? TRANSACTION_TIMEOUT_MS : Long.parseLong(wished));
  }

  /**
   * A member of a group that does not poll for this long is given up by its group: the user's
   * {@code max.poll.interval.ms}, else five minutes.
   */
  public Duration maxPollInterval() {
    String wished = properties.get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
    return Duration.ofMillis(wished == null ? MAX_POLL_INTERVAL_MS : Long.parseLong(wished));
  }

  /**
   * Whether groups are to use the protocol in which the broker assigns partitions: {@code
   * group.protocol} is {@code consumer} or {@code streams}, which here mean the same. Else groups
   * are classic.
   */
  public boolean usesNewGroups() {
    String wished = properties.getOrDefault(ConsumerConfig.GROUP_PROTOCOL_CONFIG, "classic");
    return !wished.toLowerCase(Locale.ROOT).equals("classic");
  }

  /** An admin client; the caller closes it. */
  public Admin admin() {
    return Admin.create(with(Map.of()));
  }

  /** A transactional, idempotent producer; the caller closes it. */
  public Producer<byte[], byte[]> producer(String transactionalId, Map<String, Object> settings) {
    Map<String, Object> all = under(settings);
    all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
    all.put(
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
        Math.toIntExact(transactionTimeout().toMillis()));
    return new KafkaProducer<>(all, new ByteArraySerializer(), format.serializer());
  }

  /**
   * A producer without transactions, for what people are to see and nothing rests on; the caller
   * closes it.
   */
  public Producer<byte[], byte[]> producer(Map<String, Object> settings) {
    return new KafkaProducer<>(under(settings), new ByteArraySerializer(), format.serializer());
  }

  /** A consumer that commits nothing by itself; the caller closes it. */
  public Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
    Map<String, Object> all = under(settings);
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

  /** The user's properties win over what is only tuned, not over what the stages rest on. */
  private Map<String, Object> under(Map<String, Object> settings) {
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
   * These properties, the overrides on top, and the servers: for clients that are made elsewhere.
   */
  public Map<String, Object> with(Map<String, Object> overrides) {
    Map<String, Object> all = new HashMap<>(properties);
    all.putAll(overrides);
    all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
    return all;
  }
}
