package dev.sluice.app.config;

import java.time.Duration;
import java.util.Objects;

/**
 * What happens after I/O errors on sources and shards, and when disks fill up.
 *
 * @param retries further attempts, 0 for none
 * @param backoff wait before the first of them; doubles each time
 * @param minFreeDiskBytes with less of it free, nothing more is read, and the process stops
 */
public record IoConfig(int retries, Duration backoff, long minFreeDiskBytes) {
  /** Checks that everything is there. */
  public IoConfig {
    Objects.requireNonNull(backoff, "backoff");
    if (retries < 0 || backoff.isNegative()) {
      throw new IllegalArgumentException("retries " + retries + ", backoff " + backoff);
    }
  }
}
