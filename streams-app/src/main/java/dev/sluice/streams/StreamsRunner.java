package dev.sluice.streams;

import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.RestoreProgress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the topology and stops it cleanly. An exception in a stream thread stops the client and is
 * kept for {@link #failure}: nothing is retried blindly, the state on disk decides what is redone.
 * A thread that is fenced, as after a standstill, goes on by itself from the last commit.
 */
public final class StreamsRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamsRunner.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(90);

  private final KafkaStreams streams;
  private final StateCache cache;
  private final DocumentTrimmer trimmer;
  private final RestoreReport restores;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final CountDownLatch stopped = new CountDownLatch(1);

  private StreamsRunner(
      KafkaStreams streams, StateCache cache, DocumentTrimmer trimmer, RestoreReport restores) {
    this.streams = streams;
    this.cache = cache;
    this.trimmer = trimmer;
    this.restores = restores;
  }

  /**
   * Starts the topology; returns at once, while state may still be restored.
   *
   * @throws org.apache.kafka.streams.errors.StreamsException when the broker has lost records that
   *     the topology has taken already, or the state directory is of another documents topic
   */
  public static StreamsRunner start(
      Topology topology, KafkaConnection connection, StreamsSettings settings) {
    return start(topology, connection, settings, new TopologyClients());
  }

  /** The same with these clients. */
  static StreamsRunner start(
      Topology topology,
      KafkaConnection connection,
      StreamsSettings settings,
      TopologyClients clients) {
    String application = settings.names().applicationId();
    StateOrigin.check(connection, settings); // first: positions in other documents mean nothing
    PositionCheck.check(connection, settings.names());
    StateCache cache = new StateCache(settings.memory().state());
    KafkaStreams streams =
        new KafkaStreams(topology, StreamsProperties.of(connection, settings, cache), clients);
    RestoreMeter meter = new RestoreMeter(System::nanoTime);
    streams.setGlobalStateRestoreListener(meter);
    StreamsRunner runner =
        new StreamsRunner(
            streams,
            cache,
            DocumentTrimmer.start(connection, application),
            RestoreReport.start(meter, connection, settings));
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

  /** What stopped the topology, when it was not us. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Whether all tasks are assigned and restored. */
  public boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  /** How far the restore of the stores is; empty where nothing is being restored. */
  public Optional<RestoreProgress> restore() {
    return restores.now();
  }

  /**
   * About how many keys the stores of this process hold, standby copies included: RocksDB's
   * estimate, without asking the broker; also while it stops, and 0 once it has stopped.
   */
  public long storedKeys() {
    return streams.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("estimate-num-keys"))
        .mapToLong(metric -> ((Number) metric.metricValue()).longValue())
        .sum();
  }

  /**
   * How many offsets of its changelog a store of this process is behind at most, standby copies
   * included; 1 where only the end of a transaction is left. Asks the broker.
   */
  long largestStoreLag() {
    return streams.allLocalStorePartitionLags().values().stream()
        .flatMap(partitions -> partitions.values().stream())
        .mapToLong(LagInfo::offsetLag)
        .max()
        .orElse(0);
  }

  /** How many partitions of stores this process holds, standby copies included. */
  int storePartitions() {
    return streams.allLocalStorePartitionLags().values().stream().mapToInt(Map::size).sum();
  }

  /** Waits until the topology has stopped for whatever reason. */
  public void await() throws InterruptedException {
    stopped.await();
  }

  /** Waits for this long at most; whether the topology has stopped. */
  public boolean await(Duration time) throws InterruptedException {
    return stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Commits and stops; a clean stop leaves nothing to restore. One that takes too long is said. */
  @Override
  public void close() {
    trimmer.close();
    restores.close();
    if (!streams.close(CLOSE_TIMEOUT)) {
      LOG.atWarn()
          .addKeyValue("seconds", CLOSE_TIMEOUT.toSeconds())
          .log("the topology did not stop in time; its state will be restored at the next start");
      return; // its threads still use the cache
    }
    cache.close();
  }
}
