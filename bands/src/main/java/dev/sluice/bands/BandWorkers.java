package dev.sluice.bands;

import dev.sluice.core.work.WorkerThreads;
import dev.sluice.storage.FileHash;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.progress.KnownUnits;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;

/**
 * The band workers of one process: threads in one consumer group, which share the bands with the
 * workers of other processes. The first failure stops all workers of this process.
 */
public final class BandWorkers implements AutoCloseable {
  /** A turn lasts at most this part of {@code max.poll.interval.ms}, apart from its last batch. */
  private static final int TURN_SHARE = 10;

  private final Admin admin;
  private final BandGauge gauge = new BandGauge();
  private final WorkerThreads threads = new WorkerThreads("bands");

  private BandWorkers(KafkaConnection connection) {
    this.admin = connection.admin();
  }

  /**
   * Starts the workers and returns at once. The topics must exist.
   *
   * @param progress the progress topic, for schemas of other versions
   * @throws IOException if the directory of temporary files cannot be emptied
   */
  public static BandWorkers start(
      KafkaConnection connection, ProgressLog progress, BandSettings settings) throws IOException {
    settings.publication().clear();
    BandWorkers bands = new BandWorkers(connection);
    RecordTrimmer trimmer = new RecordTrimmer(bands.admin);
    Duration turn = connection.maxPollInterval().dividedBy(TURN_SHARE);
    KnownUnits units = new KnownUnits(connection, settings.names().progress());
    for (int i = 0; i < settings.threads(); i++) {
      bands.threads.add(
          new BandWorker(
              connection, settings, progress.schemas(), units, trimmer, bands.gauge, turn, i));
    }
    bands.threads.start();
    FileHash.preload();
    return bands;
  }

  /** The progress of this process. */
  public BandGauge gauge() {
    return gauge;
  }

  /** The error that stopped the workers, if any. */
  public Optional<Throwable> failure() {
    return threads.failure();
  }

  /** Waits until all workers have stopped. */
  public void await() throws InterruptedException {
    threads.await();
  }

  /**
   * Waits until all workers have stopped, or the time is over. Returns whether they have stopped.
   */
  public boolean await(Duration time) throws InterruptedException {
    return threads.await(time);
  }

  /** Stops. Keys that are in no file yet are dropped and read again by the next start. */
  @Override
  public void close() {
    threads.close();
    admin.close();
  }
}
