package dev.sluice.cli.config;

import java.time.Duration;
import java.util.Objects;

/**
 * What happens after I/O errors on sources and shards.
 *
 * @param retries further attempts, 0 for none
 * @param backoff wait before the first of them; doubles each time
 */
public record IoConfig(int retries, Duration backoff) {
  /** Checks that everything is there. */
  public IoConfig {
    Objects.requireNonNull(backoff, "backoff");
    if (retries < 0 || backoff.isNegative()) {
      throw new IllegalArgumentException("retries " + retries + ", backoff " + backoff);
    }
  }
}
