package dev.sluice.matcher;

import dev.sluice.core.work.WorkerThreads;
import dev.sluice.storage.FileHash;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.RecordTrimmer;
import dev.sluice.topics.progress.KnownUnits;
import dev.sluice.topics.progress.ProgressLog;
import java.io.IOException;
import org.apache.kafka.clients.admin.Admin;

/**
 * The matcher of one process. Of all matchers of an output, one is active, and the others stand by
 * to take its place.
 */
public final class MatcherRunner extends WorkerThreads {
  private final Admin admin;
  private final MatcherGauge gauge = new MatcherGauge();

  private MatcherRunner(KafkaConnection connection) {
    super("matcher");
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
    runner.add(
        new MatcherWorker(
            connection,
            settings,
            progress.schemas(),
            new KnownUnits(connection, settings.names().progress()),
            new RecordTrimmer(runner.admin),
            runner.gauge));
    runner.start();
    FileHash.preload();
    return runner;
  }

  /** Returns the progress of this process. */
  public MatcherGauge gauge() {
    return gauge;
  }

  /**
   * Stops the matcher. Signatures that are in no file yet are dropped and read again by the next
   * start.
   */
  @Override
  public void close() {
    super.close();
    admin.close();
  }
}
