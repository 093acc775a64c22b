package dev.sluice.storage.page;

import dev.sluice.storage.DamagedFileException;
import dev.sluice.storage.PermanentException;
import dev.sluice.storage.page.PageMemory.PagesTooLargeException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries a read or write after an I/O error. It waits for one backoff, then for twice as long, and
 * so on. Errors that a retry cannot cure are not retried, such as broken formats and missing files.
 *
 * @param retries number of attempts after the first, 0 or more
 * @param backoff time before the first retry
 */
public record IoRetry(int retries, Duration backoff) {
  /** Never retries. The first error is thrown. */
  public static final IoRetry NEVER = new IoRetry(0, Duration.ZERO);

  /** Retries three times, after 1, 2 and 4 seconds. */
  public static final IoRetry THREE_TIMES = new IoRetry(3, Duration.ofSeconds(1));

  private static final Logger LOG = LoggerFactory.getLogger(IoRetry.class);

  /** Checks that both values are not negative. */
  public IoRetry {
    if (retries < 0 || backoff.isNegative()) {
      throw new IllegalArgumentException("io.retries " + retries + ", io.backoff " + backoff);
    }
  }

  /** A read or write that can be repeated from its start. */
  @FunctionalInterface
  public interface Attempt<T> {
    /** Runs the attempt once. */
    T run() throws IOException, InterruptedException;
  }

  /**
   * Returns the result of the first successful attempt. Unchecked I/O errors are retried, too: the
   * file system of an object store throws one if it cannot determine what a path is.
   *
   * @throws IOException the error of the last attempt, or the first error that a retry cannot cure
   */
  public <T> T call(Attempt<T> attempt) throws IOException, InterruptedException {
    Duration wait = backoff;
    for (int left = retries; ; left--) {
      try {
        return once(attempt);
      } catch (IOException e) {
        if (left == 0 || !canMend(e)) {
          throw e;
        }
        LOG.atWarn()
            .addKeyValue("error", e.getMessage())
            .addKeyValue("waitMillis", wait.toMillis())
            .log("I/O error; retrying");
        Thread.sleep(wait.toMillis());
        wait = wait.multipliedBy(2);
      }
    }
  }

  private static <T> T once(Attempt<T> attempt) throws IOException, InterruptedException {
    try {
      return attempt.run();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * Retries a read for callers that treat an interrupt as an I/O error. The thread stays
   * interrupted.
   */
  <T> T read(Attempt<T> attempt) throws IOException {
    try {
      return call(attempt);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted while waiting").initCause(e);
    }
  }

  /**
   * Returns the pause after an error. The work returns to a position from which it can be repeated.
   *
   * @param failed number of errors in a row, including this one
   * @throws IOException the error itself, if a retry cannot cure it or there have been too many
   */
  public Duration pause(int failed, IOException error) throws IOException {
    if (failed > retries || !canMend(error)) {
      throw error;
    }
    return backoff.multipliedBy(1L << (failed - 1));
  }

  /**
   * Returns whether a retry can help. It cannot for damaged files, broken formats, too little
   * memory, missing or existing names and full disks, or after an interrupt.
   */
  public static boolean canMend(IOException e) {
    return !(e instanceof PermanentException
        || e instanceof DamagedFileException
        || e instanceof SourceFormatException
        || e instanceof PagesTooLargeException
        || e instanceof NoSuchFileException
        || e instanceof FileAlreadyExistsException
        || e instanceof ClosedByInterruptException
        || isFullDisk(e));
  }

  /** Returns whether the error means that the disk is full. */
  public static boolean isFullDisk(Throwable e) {
    return e instanceof FileSystemException full
        ? String.valueOf(full.getReason()).contains("No space left")
        : String.valueOf(e.getMessage()).contains("No space left");
  }

  /**
   * The pauses of a worker after I/O errors, before it repeats the work on a partition. Each error
   * in a row doubles the pause. Used by one thread, but any thread may stop them.
   *
   * @param <P> the partitions
   */
  public static final class PartitionRetries<P> {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionRetries.class);

    private final IoRetry retry;
    private final String message;
    private final Map<P, Integer> failures = new HashMap<>();
    private final CountDownLatch stopped = new CountDownLatch(1);

    /**
     * Creates an object without failures.
     *
     * @param message describes, for the log, what the worker does after the pause
     */
    public PartitionRetries(IoRetry retry, String message) {
      this.retry = retry;
      this.message = message;
    }

    /**
     * Counts an error, logs it and pauses. After {@link #stop}, errors are no longer counted, and
     * one that a retry could cure is only logged: the work is repeated after the next start. Other
     * errors are still thrown.
     *
     * @return whether to repeat the work; false if the worker is to stop or this thread is
     *     interrupted, which ends the pause
     * @throws IOException the error itself, if retrying cannot help or the retries are used up
     */
    public boolean pause(P partition, IOException error) throws IOException {
      boolean stopping = stopped.getCount() == 0;
      int inARow = stopping ? 1 : failures.merge(partition, 1, Integer::sum);
      Duration pause = retry.pause(inARow, error);
      LOG.atWarn()
          .setCause(error)
          .addKeyValue("partition", partition)
          .addKeyValue("attempt", inARow)
          .log(stopping ? "I/O error while stopping" : message);
      try {
        return !stopped.await(pause.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    /** Ends the current pause and all later ones, because the worker is to stop. */
    public void stop() {
      stopped.countDown();
    }

    /** Forgets the errors of a partition. */
    public void succeeded(P partition) {
      failures.remove(partition);
    }
  }
}
