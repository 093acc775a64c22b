package dev.sluice.streams;

import dev.sluice.streams.StateStoreConfig.StateCache;
import dev.sluice.topics.KafkaConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.errors.DefaultProductionExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailExceptionHandler;
import org.apache.kafka.streams.errors.LogAndFailProcessingExceptionHandler;

/**
 * The properties of Kafka Streams in three layers. Later layers override earlier ones: tuning, the
 * user's properties, and the properties on which exactly-once, order and completeness depend.
 */
final class StreamsProperties {
  private static final int SESSION_TIMEOUT_MS = 8_000;
  private static final int HEARTBEAT_MS = 2_000;

  /** The maximum wait of a fetch. It is short because closing a consumer waits for its fetch. */
  private static final int FETCH_WAIT_MS = 100;

  private static final int RESTORE_RECORDS = 10_000;
  private static final int BUFFERED_RECORDS = 100;

  /**
   * The size of the cache for changes of the ledgers between two commits, which are a few small
   * keys per task.
   */
  private static final int LEDGER_CACHE_BYTES = 4 << 20;

  /**
   * The limit of ids that a process holds in memory until a commit, after which it commits early.
   * An id counts as 56 bytes and takes about 200 bytes of the heap. This limit is far above what
   * arrives in the default commit interval.
   */
  private static final int UNCOMMITTED_BYTES = 8 << 20;

  private static final int BATCH_BYTES = 512 << 10;
  private static final int LINGER_MS = 100;
  private static final String STREAMS_GROUP = "streams";
  private static final String READ_COMMITTED = "read_committed";

  private final Map<String, Object> all = new HashMap<>();
  private final Map<String, String> user;

  private StreamsProperties(Map<String, String> user) {
    this.user = user;
  }

  /** Builds the properties. The user's Streams properties override those of all clients. */
  static Properties of(
      KafkaConnection connection, StreamsSettings settings, StateCache stateCache) {
    Map<String, String> user = new HashMap<>(connection.properties());
    user.putAll(settings.properties());
    StreamsProperties result = new StreamsProperties(user);
    result.tune(settings);
    result.tune(
        StreamsConfig.PRODUCER_PREFIX,
        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
        Math.toIntExact(connection.transactionTimeout().toMillis()));
    result.all.putAll(user);
    result.own(settings);
    result.all.put(StateCache.PROPERTY, stateCache);
    result.ownClients(settings);
    Map<String, Object> together = connection.with(result.all);
    String group =
        settings
            .properties()
            .getOrDefault(
                StreamsConfig.GROUP_PROTOCOL_CONFIG,
                connection.usesNewGroups() ? STREAMS_GROUP : "classic");
    together.put(StreamsConfig.GROUP_PROTOCOL_CONFIG, group);
    if (group.equalsIgnoreCase(STREAMS_GROUP)) {
      together.keySet().removeIf(StreamsProperties::isClassicOnly);
    }
    Properties properties = new Properties();
    properties.putAll(together);
    return properties;
  }

  /**
   * Returns whether only classic groups allow a property. Before Kafka 4.4, streams groups have no
   * static members, and their sessions and assignments are decided by the broker.
   */
  private static boolean isClassicOnly(String property) {
    String bare = property.replaceFirst("^(main\\.)?consumer\\.", "");
    return KafkaConnection.CLASSIC_ONLY.contains(bare)
        || bare.equals(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG);
  }

  private void tune(StreamsSettings settings) {
    String producer = StreamsConfig.PRODUCER_PREFIX;
    tune(producer, ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
    tune(producer, ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
    tune(producer, ProducerConfig.BUFFER_MEMORY_CONFIG, settings.memory().producerBytes());
    tune(producer, ProducerConfig.COMPRESSION_TYPE_CONFIG, "none");
    String main = StreamsConfig.MAIN_CONSUMER_PREFIX;
    fetch(main, settings.memory().fetchBytes());
    tune(main, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, SESSION_TIMEOUT_MS);
    tune(main, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, HEARTBEAT_MS);
    tune(main, ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, FETCH_WAIT_MS);
    String restore = StreamsConfig.RESTORE_CONSUMER_PREFIX;
    fetch(restore, settings.memory().fetchBytes());
    tune(restore, ConsumerConfig.MAX_POLL_RECORDS_CONFIG, RESTORE_RECORDS);
    tune("", StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, BUFFERED_RECORDS);
    // After a kill, stores then only lack what RocksDB had not yet written to its files. Otherwise,
    // Kafka Streams deletes them and restores them completely.
    tune("", StreamsConfig.TRANSACTIONAL_STATE_STORES_CONFIG, true);
    tune("", StreamsConfig.STATESTORE_UNCOMMITTED_MAX_BYTES_CONFIG, UNCOMMITTED_BYTES);
  }

  private void fetch(String consumer, int bytes) {
    tune(consumer, ConsumerConfig.FETCH_MAX_BYTES_CONFIG, bytes);
    tune(consumer, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, bytes);
  }

  /**
   * Sets a property unless the user has set it with or without a prefix. A property with a prefix
   * overrides one without, so ours would override the user's.
   */
  private void tune(String prefix, String key, Object value) {
    List<String> spellings = List.of(key, StreamsConfig.CONSUMER_PREFIX + key, prefix + key);
    if (spellings.stream().noneMatch(user::containsKey)) {
      all.put(prefix + key, value);
    }
  }

  private void own(StreamsSettings settings) {
    all.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.names().applicationId());
    all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, settings.commitInterval().toMillis());
    all.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDir().toString());
    all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
    all.put(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG, settings.standbyReplicas());
    all.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, settings.replicationFactor());
    all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, LEDGER_CACHE_BYTES);
    all.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StateStoreConfig.class);
    all.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    all.put(StreamsConfig.topicPrefix(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG), "LogAppendTime");
    // These also handle I/O errors of RocksDB. Continuing would skip rows.
    all.put(
        StreamsConfig.PROCESSING_EXCEPTION_HANDLER_CLASS_CONFIG,
        LogAndFailProcessingExceptionHandler.class);
    all.put(
        StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG,
        LogAndFailExceptionHandler.class);
    all.put(
        StreamsConfig.PRODUCTION_EXCEPTION_HANDLER_CLASS_CONFIG,
        DefaultProductionExceptionHandler.class);
  }

  private void ownClients(StreamsSettings settings) {
    all.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        settings.maxRecordBytes());
    all.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
        settings.instanceId());
    all.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), READ_COMMITTED);
    all.put(
        StreamsConfig.restoreConsumerPrefix(ConsumerConfig.ISOLATION_LEVEL_CONFIG), READ_COMMITTED);
  }
}
