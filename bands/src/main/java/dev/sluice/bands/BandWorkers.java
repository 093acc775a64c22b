package dev.sluice.bands;

import dev.sluice.storage.FileHash;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
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
  private final List<BandWorker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

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
    for (int i = 0; i < settings.threads(); i++) {
      BandWorker worker =
          new BandWorker(connection, settings, progress.schemas(), trimmer, bands.gauge, turn, i);
      Thread thread = new Thread(worker, "bands-" + i);
      thread.setUncaughtExceptionHandler((failed, error) -> bands.fail(error));
      bands.workers.add(worker);
      bands.threads.add(thread);
    }
    bands.threads.forEach(Thread::start);
    FileHash.preload();
    return bands;
  }

  private void fail(Throwable error) {
    failure.compareAndSet(null, error);
    workers.forEach(BandWorker::stop);
  }

  /** The progress of this process. */
  public BandGauge gauge() {
    return gauge;
  }

  /** The error that stopped the workers, if any. */
  public Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Waits until all workers have stopped. */
  public void await() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /**
   * Waits until all workers have stopped, or the time is over. Returns whether they have stopped.
   */
  public boolean await(Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    for (Thread thread : threads) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      thread.join(Math.max(1, left));
    }
    return threads.stream().noneMatch(Thread::isAlive);
  }

  /** Stops. Keys that are in no file yet are dropped and read again by the next start. */
  @Override
  public void close() {
    workers.forEach(BandWorker::stop);
    boolean alive = true;
    while (alive) {
      try {
        await();
        alive = false;
      } catch (InterruptedException e) {
        alive = threads.stream().anyMatch(Thread::isAlive);
      }
    }
    admin.close();
  }
}
