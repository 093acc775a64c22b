package dev.sluice.matcher;

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
 * The matcher of one process. Of all matchers of an output, one is active, and the others stand by
 * to take its place.
 */
public final class MatcherRunner implements AutoCloseable {
  private final Admin admin;
  private final MatcherGauge gauge = new MatcherGauge();
  private final WorkerThreads threads = new WorkerThreads("matcher");

  private MatcherRunner(KafkaConnection connection) {
    this.admin = connection.admin();
  }

  /**
   * Starts the matcher and returns at once. The topics must exist.
   *
   * @param progress the progress topic, for schemas of other versions
   * @throws IOException if the directory of temporary files cannot be emptied
   */
  public static MatcherRunner start(
      KafkaConnection connection, ProgressLog progress, MatcherSettings settings)
      throws IOException {
    settings.publication().clear();
    MatcherRunner runner = new MatcherRunner(connection);
    runner.threads.add(
        new MatcherWorker(
            connection,
            settings,
            progress.schemas(),
            new KnownUnits(connection, settings.names().progress()),
            new RecordTrimmer(runner.admin),
            runner.gauge));
    runner.threads.start();
    FileHash.preload();
    return runner;
  }

  /** The progress of this process. */
  public MatcherGauge gauge() {
    return gauge;
  }

  /** The error that stopped the matcher, if any. */
  public Optional<Throwable> failure() {
    return threads.failure();
  }

  /** Waits until the matcher has stopped. */
  public void await() throws InterruptedException {
    threads.await();
  }

  /** Waits until the matcher has stopped, or the time is over. Returns whether it has stopped. */
  public boolean await(Duration time) throws InterruptedException {
    return threads.await(time);
  }

  /** Stops. Signatures that are in no file yet are dropped and read again by the next start. */
  @Override
  public void close() {
    threads.close();
    admin.close();
  }
}
