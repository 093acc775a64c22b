package dev.sluice.streams;

import dev.sluice.topics.KafkaConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;

/**
 * Starts the topology and stops it cleanly. An exception in a stream thread stops the client and is
 * kept for {@link #failure}: nothing is retried blindly, the state on disk decides what is redone.
 */
public final class StreamsRunner implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(90);
  private static final int SESSION_TIMEOUT_MS = 8_000;
  private static final int FETCH_BYTES = 8 << 20;
  private static final int BUFFERED_RECORDS = 100;
  private static final int LEDGER_CACHE_BYTES = 4 << 20;
  private static final int BATCH_BYTES = 512 << 10;

  private final KafkaStreams streams;
  private final DocumentTrimmer trimmer;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final CountDownLatch stopped = new CountDownLatch(1);

  private StreamsRunner(KafkaStreams streams, DocumentTrimmer trimmer) {
    this.streams = streams;
    this.trimmer = trimmer;
  }

  /** Starts the topology; returns at once, while state may still be restored. */
  public static StreamsRunner start(
      Topology topology, KafkaConnection connection, StreamsSettings settings) {
    KafkaStreams streams = new KafkaStreams(topology, properties(connection, settings));
    StreamsRunner runner = 
        new StreamsRunner(
            streams, DocumentTrimmer.start(connection, settings.applicationId()));
    streams.setUncaughtExceptionHandler(
        error -> {
          runner.failure.compareAndSet(null, error);
          return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    streams.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
            runner.stopped.countDown();
          }
        });
    streams.start();
    return runner;
  }

  static Properties properties(KafkaConnection connection, StreamsSettings settings) {
    Map<String, Object> all = new HashMap<>();
    all.put(StreamsConfig.producerPrefix(ProducerConfig.BATCH_SIZE_CONFIG), BATCH_BYTES);
    all.put(StreamsConfig.producerPrefix(ProducerConfig.LINGER_MS_CONFIG), 100);
    all.put(StreamsConfig.producerPrefix(ProducerConfig.COMPRESSION_TYPE_CONFIG), "none");
    all.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG),
        FETCH_BYTES);
    all.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG),
        SESSION_TIMEOUT_MS);
    all.put(StreamsConfig.mainConsumerPrefix(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG), 2_000);
    all.put(StreamsConfig.BUFFERED_RECORDS_PER_PARTITION_CONFIG, BUFFERED_RECORDS);
    all.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, settings.commitInterval().toMillis());
    all.putAll(settings.properties());
    all.put(
        StreamsConfig.producerPrefix(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG),
        KafkaConnection.TRANSACTION_TIMEOUT_MS);
    all.put(
        StreamsConfig.producerPrefix(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
        settings.maxRecordBytes());
    all.put(StreamsConfig.APPLICATION_ID_CONFIG, settings.applicationId());
    all.put(
        StreamsConfig.mainConsumerPrefix(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG),
        settings.instanceId());
    all.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    all.put(StreamsConfig.STATE_DIR_CONFIG, settings.stateDir().toString());
    all.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, settings.threads());
    all.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, settings.replicationFactor());
    all.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, LEDGER_CACHE_BYTES);
    all.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StateStoreConfig.class);
    all.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
    all.put(StreamsConfig.topicPrefix(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG), "LogAppendTime");
    Properties properties = new Properties();
    properties.putAll(connection.with(all));
    return properties;
  }

  /** What stopped the topology, when it was not us. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Whether all tasks are assigned and restored. */
  public boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  /** Waits until the topology has stopped for whatever reason. */
  public void await() throws InterruptedException {
    stopped.await();
  }

  /** Commits and stops; a clean stop leaves nothing to restore. */
  @Override
  public void close() {
    trimmer.close();
    streams.close(CLOSE_TIMEOUT);
  }
}
