package dev.sluice.streams;

import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.RestoreProgress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the progress of a restore in the log. It also writes it to the progress topic, for {@code
 * status} in other processes. Failures to send are ignored, because the reports only inform users.
 */
final class RestoreReport implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RestoreReport.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration TIMEOUT = Duration.ofSeconds(2);
  private static final int TICKS_PER_LINE = 5;
  private static final Map<String, Object> LIMITS =
      Map.of(
          ProducerConfig.BUFFER_MEMORY_CONFIG,
          64L << 10,
          ProducerConfig.MAX_BLOCK_MS_CONFIG,
          TIMEOUT.toMillis());

  private final RestoreMeter meter;
  private final KafkaConnection connection;
  private final ProgressLog log;
  private final String instance;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "restore-report");
            thread.setDaemon(true);
            return thread;
          });
  private Optional<Producer<byte[], byte[]>> producer = Optional.empty();
  private int ticks;

  private RestoreReport(
      RestoreMeter meter, KafkaConnection connection, ProgressLog log, String instance) {
    this.meter = meter;
    this.connection = connection;
    this.log = log;
    this.instance = instance;
  }

  /** Starts to report under the id of the instance. */
  static RestoreReport start(RestoreMeter meter, KafkaConnection connection, StreamsSettings how) {
    ProgressLog log = new ProgressLog(connection, how.names().progress());
    RestoreReport report = new RestoreReport(meter, connection, log, how.instanceId());
    report.clock.scheduleWithFixedDelay(
        report::tick, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    return report;
  }

  /** Returns the progress of the restore, or empty if none is running. */
  Optional<RestoreProgress> now() {
    return meter.read().filter(RestoreMeter.Reading::reading).map(this::progress);
  }

  private RestoreProgress progress(RestoreMeter.Reading reading) {
    return new RestoreProgress(
        instance,
        reading.records(),
        reading.remaining(),
        reading.recordsPerSecond(),
        System.currentTimeMillis());
  }

  private void tick() {
    try {
      Optional<RestoreMeter.Reading> reading = meter.read();
      if (reading.isPresent() && reading.get().reading()) {
        report(progress(reading.get()));
      } else if (reading.isPresent()) {
        end(reading.get());
      }
    } catch (RuntimeException e) { // an exception would silently end the schedule
      LOG.atDebug().setCause(e).log("cannot report the progress of the restore");
    }
  }

  private void report(RestoreProgress progress) {
    if (ticks++ % TICKS_PER_LINE == 0) {
      LOG.atInfo()
          .addKeyValue("records", progress.records())
          .addKeyValue("remaining", progress.remaining())
          .addKeyValue("recordsPerSecond", Math.round(progress.recordsPerSecond()))
          .addKeyValue("secondsLeft", progress.secondsLeft().orElse(-1))
          .log("restoring ids from the changelog");
    }
    send(log.record(progress));
  }

  private void end(RestoreMeter.Reading reading) {
    LOG.atInfo()
        .addKeyValue("records", reading.records())
        .addKeyValue("seconds", Math.round(reading.seconds()))
        .addKeyValue("recordsPerSecond", Math.round(reading.recordsPerSecond()))
        .log("ids restored");
    ticks = 0;
    meter.reset();
    retract();
  }

  private void send(ProducerRecord<byte[], byte[]> record) {
    if (producer.isEmpty()) {
      producer = Optional.of(connection.producer(LIMITS));
    }
    producer.get().send(record);
  }

  /** Deletes the last report, if any. */
  private void retract() {
    producer.ifPresent(
        open -> {
          open.send(log.restored(instance));
          open.close(TIMEOUT);
        });
    producer = Optional.empty();
  }

  @Override
  public void close() {
    clock.shutdownNow();
    try {
      clock.awaitTermination(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      retract();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.atDebug().setCause(e).log("cannot delete the report of the restore");
    }
  }

  /**
   * Measures the restore of this process's stores over all threads. A restore starts with the first
   * changelog that has records to read, and ends when no changelog is being read. Thread-safe.
   */
  static final class RestoreMeter implements StateRestoreListener {
    private static final double NANOS = 1e9;

    private final LongSupplier clock;
    private final Map<TopicPartition, Changelog> changelogs = new HashMap<>();
    private long records;
    private long startNanos;

    /**
     * A changelog during its restore.
     *
     * @param position offset of the next record
     * @param end offset after the last record
     */
    private record Changelog(long position, long end) {
      long remaining() {
        return Math.max(0, end - position);
      }
    }

    /**
     * The progress of a restore.
     *
     * @param records records restored since the start
     * @param remaining offsets still to be read in the changelogs being read
     * @param seconds time since the start of the restore
     * @param reading whether any changelog is being read
     */
    record Reading(long records, long remaining, double seconds, boolean reading) {
      double recordsPerSecond() {
        return seconds > 0 ? records / seconds : 0;
      }
    }

    /**
     * @param clock nanoseconds from an arbitrary origin
     */
    RestoreMeter(LongSupplier clock) {
      this.clock = clock;
    }

    @Override
    public synchronized void onRestoreStart(
        TopicPartition partition, String store, long startingOffset, long endingOffset) {
      if (endingOffset > startingOffset) {
        if (changelogs.isEmpty() && records == 0) {
          startNanos = clock.getAsLong();
        }
        changelogs.put(partition, new Changelog(startingOffset, endingOffset));
      }
    }

    @Override
    public synchronized void onBatchRestored(
        TopicPartition partition, String store, long batchEndOffset, long numRestored) {
      records += numRestored;
      changelogs.computeIfPresent(
          partition, (key, changelog) -> new Changelog(batchEndOffset + 1, changelog.end()));
    }

    @Override
    public synchronized void onRestoreEnd(TopicPartition partition, String store, long total) {
      changelogs.remove(partition);
    }

    @Override
    public synchronized void onRestoreSuspended(
        TopicPartition partition, String store, long total) {
      changelogs.remove(partition);
    }

    /** Returns the progress, or empty if nothing was restored since the last {@link #reset}. */
    synchronized Optional<Reading> read() {
      if (changelogs.isEmpty() && records == 0) {
        return Optional.empty();
      }
      long remaining = changelogs.values().stream().mapToLong(Changelog::remaining).sum();
      double seconds = (clock.getAsLong() - startNanos) / NANOS;
      return Optional.of(new Reading(records, remaining, seconds, !changelogs.isEmpty()));
    }

    /** Ends a finished restore. The next one starts at zero. */
    synchronized void reset() {
      if (changelogs.isEmpty()) {
        records = 0;
      }
    }
  }
}
