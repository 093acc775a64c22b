package dev.sluice.storage.page;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pauses of a worker after I/O errors, before it repeats the work on a partition. Each error in a
 * row doubles the pause. Belongs to one thread.
 *
 * @param <P> the partitions
 */
public final class PartitionRetries<P> {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionRetries.class);

  private final IoRetry retry;
  private final String message;
  private final Map<P, Integer> failures = new HashMap<>();

  /**
   * Nothing has failed yet.
   *
   * @param message for the log: what the worker does after the pause
   */
  public PartitionRetries(IoRetry retry, String message) {
    this.retry = retry;
    this.message = message;
  }

  /**
   * Counts an error and logs it.
   *
   * @return the pause
   * @throws IOException the error itself, if retrying cannot help or the retries are used up
   */
  public Duration failed(P partition, IOException error) throws IOException {
    int inARow = failures.merge(partition, 1, Integer::sum);
    Duration pause = retry.pause(inARow, error);
    LOG.atWarn()
        .setCause(error)
        .addKeyValue("partition", partition)
        .addKeyValue("attempt", inARow)
        .log(message);
    return pause;
  }

  /** Forgets the errors of a partition. */
  public void succeeded(P partition) {
    failures.remove(partition);
  }
}
