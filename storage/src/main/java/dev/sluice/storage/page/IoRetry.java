package dev.sluice.storage.page;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries a read or a write again after an I/O error: after one backoff, then after twice as long,
 * and so on. What another try cannot mend is not tried: broken formats, files that are not there.
 *
 * @param retries tries after the first, 0 or more
 * @param backoff wait before the first retry
 */
public record IoRetry(int retries, Duration backoff) {
  private static final Logger LOG = LoggerFactory.getLogger(IoRetry.class);

  /** Checks that neither is negative. */
  public IoRetry {
    if (retries < 0 || backoff.isNegative()) {
      throw new IllegalArgumentException("io.retries " + retries + ", io.backoff " + backoff);
    }
  }

  /** A read or write that can be done again from its beginning. */
  @FunctionalInterface
  public interface Attempt<T> {
    /** Does it once. */
    T run() throws IOException, InterruptedException;
  }

  /**
   * The result of the first try that works.
   *
   * @throws IOException the error of the last try, or the first that no retry can mend
   */
  public <T> T call(Attempt<T> attempt) throws IOException, InterruptedException {
    Duration wait = backoff;
    for (int left = retries; ; left--) {
      try {
        return attempt.run();
      } catch (IOException e) {
        if (left == 0 || !canMend(e)) {
          throw e;
        }
        LOG.atWarn()
            .addKeyValue("error", e.getMessage())
            .addKeyValue("waitMillis", wait.toMillis())
            .log("I/O error, retrying");
        Thread.sleep(wait.toMillis());
        wait = wait.multipliedBy(2);
      }
    }
  }

  /**
   * Whether another try can help: not with broken formats, what is too large for the memory,
   * missing or taken names, full disks.
   */
  public static boolean canMend(IOException e) {
    return !(e instanceof PermanentException
        || e instanceof SourceFormatException
        || e instanceof PagesTooLargeException
        || e instanceof RowTooLargeException
        || e instanceof NoSuchFileException
        || e instanceof FileAlreadyExistsException
        || isFullDisk(e));
  }

  /** Whether the disk that was written to has no room left. */
  public static boolean isFullDisk(IOException e) {
    return e instanceof FileSystemException full
        ? String.valueOf(full.getReason()).contains("No space left")
        : String.valueOf(e.getMessage()).contains("No space left");
  }
}
