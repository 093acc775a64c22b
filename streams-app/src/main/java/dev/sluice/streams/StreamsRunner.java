package dev.sluice.streams;

import dev.sluice.streams.RestoreReport.RestoreMeter;
import dev.sluice.streams.StateStoreConfig.StateCache;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.RestoreProgress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the topology and stops it cleanly.
 *
 * <p>An exception in a stream thread stops the client and is available as {@link #failure}. Nothing
 * is retried, because a restart continues from the committed state. The exception is a thread that
 * was fenced, for example because the process was suspended, which resumes at the last commit by
 * itself.
 */
public final class StreamsRunner implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StreamsRunner.class);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(90);

  private final KafkaStreams streams;
  private final StateCache cache;
  private final DocumentTrimmer trimmer;
  private final RestoreReport restores;
  private final TopologyGauge gauge;
  private final String documents;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final CountDownLatch stopped = new CountDownLatch(1);

  private StreamsRunner(
      KafkaStreams streams,
      StateCache cache,
      DocumentTrimmer trimmer,
      RestoreReport restores,
      TopologyGauge gauge,
      String documents) {
    this.streams = streams;
    this.cache = cache;
    this.trimmer = trimmer;
    this.restores = restores;
    this.gauge = gauge;
    this.documents = documents;
  }

  /**
   * Starts to load RocksDB's library and Kafka Streams in the background, so that a topology need
   * not wait for them. What cannot be loaded is reported when a topology starts.
   */
  public static void preload() {
    Thread loading = new Thread(StreamsRunner::load, "streams-library");
    loading.setDaemon(true);
    loading.start();
  }

  private static void load() {
    try {
      StateCache.loadLibrary();
      StreamsConfig.configDef();
    } catch (RuntimeException | LinkageError e) {
      LOG.atDebug().setCause(e).log("cannot load the libraries of the topology");
    }
  }

  /**
   * Starts the topology and returns at once. State may still be restored afterwards.
   *
   * @param gauge gauge that the topology was built with
   * @throws org.apache.kafka.streams.errors.StreamsException if the broker lost records that the
   *     topology had processed, if the state directory belongs to a different documents topic, or
   *     if RocksDB's library cannot be loaded
   */
  public static StreamsRunner start(
      Topology topology,
      KafkaConnection connection,
      StreamsSettings settings,
      TopologyGauge gauge) {
    return start(topology, connection, settings, new TopologyClients(gauge));
  }

  /** Starts the topology with these clients. */
  static StreamsRunner start(
      Topology topology,
      KafkaConnection connection,
      StreamsSettings settings,
      TopologyClients clients) {
    StateCache.loadLibrary();
    String application = settings.names().applicationId();
    try (Admin admin = connection.admin()) {
      // The origin comes first, because positions are only valid in their own topic.
      StateOrigin.check(admin, settings);
      PositionCheck.check(connection, admin, settings.names());
      DamagedStores.check(settings.stateDir().resolve(application), admin);
    }
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
            RestoreReport.start(meter, connection, settings),
            clients.gauge(),
            settings.names().documents());
    streams.setUncaughtExceptionHandler(
        error -> {
          runner.failure.compareAndSet(null, error);
          return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    streams.setStateListener(
        (now, before) -> {
          if (now == KafkaStreams.State.RUNNING) {
            runner.gauge.settle();
          }
          if (now == KafkaStreams.State.ERROR || now == KafkaStreams.State.NOT_RUNNING) {
            runner.stopped.countDown();
          }
        });
    streams.start();
    return runner;
  }

  /** Returns the error that stopped the topology, if any. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Returns the counters of the topology. They remain readable after the topology has stopped. */
  public TopologyGauge gauge() {
    return gauge;
  }

  /**
   * Returns how many offsets of the documents topic this process's tasks have not fetched. It is 0
   * if the tasks are waiting for ingest. Does not query the broker.
   */
  public long lag() {
    return streams.metrics().values().stream()
        .filter(metric -> metric.metricName().name().equals("records-lag"))
        .filter(metric -> documents.equals(metric.metricName().tags().get("topic")))
        .mapToLong(metric -> ((Number) metric.metricValue()).longValue())
        .sum();
  }

  /** Returns whether all tasks are assigned and restored. */
  public boolean isRunning() {
    return streams.state() == KafkaStreams.State.RUNNING;
  }

  /** Returns the progress of a restore, or empty if none is running. */
  public Optional<RestoreProgress> restore() {
    return restores.now();
  }

  /**
   * Returns how many offsets a store of this process lags behind its changelog, for the store that
   * lags most. Standby copies are included. The result is 1 if only the end of a transaction is
   * left. Queries the broker.
   */
  long largestStoreLag() {
    return streams.allLocalStorePartitionLags().values().stream()
        .flatMap(partitions -> partitions.values().stream())
        .mapToLong(LagInfo::offsetLag)
        .max()
        .orElse(0);
  }

  /** Returns the number of store partitions in this process, including standby copies. */
  int storePartitions() {
    return streams.allLocalStorePartitionLags().values().stream().mapToInt(Map::size).sum();
  }

  /** Waits until the topology has stopped. */
  public void await() throws InterruptedException {
    stopped.await();
  }

  /**
   * Waits until the topology has stopped or the time has passed. It returns whether the topology
   * has stopped.
   */
  public boolean await(Duration time) throws InterruptedException {
    return stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Commits and stops the topology. After a clean stop, nothing needs to be restored. Logs a
   * warning if stopping takes too long.
   */
  @Override
  public void close() {
    trimmer.close();
    restores.close();
    if (!streams.close(CLOSE_TIMEOUT)) {
      LOG.atWarn()
          .addKeyValue("seconds", CLOSE_TIMEOUT.toSeconds())
          .log(
              "the topology did not stop in time; the last part of its state will be restored at"
                  + " the next start");
      return; // its threads may still use the cache
    }
    cache.close();
  }
}
