package dev.sluice.topics;

import java.time.Duration;
import java.util.OptionalLong;
import org.apache.kafka.common.errors.RetriableException;

/**
 * The failures to trim one topic that nothing has ended yet. They come every second: they are told
 * once, and then at intervals. What may mend itself is told when it has had the time to.
 */
final class TrimFailures {
  static final Duration PATIENCE = Duration.ofMinutes(1);
  static final Duration INTERVAL = Duration.ofMinutes(10);

  private OptionalLong beganNanos = OptionalLong.empty();
  private OptionalLong toldNanos = OptionalLong.empty();

  /**
   * Whether this failure is to be told.
   *
   * @param now nanoseconds since any moment
   */
  boolean isDue(Throwable error, long now) {
    if (beganNanos.isEmpty()) {
      beganNanos = OptionalLong.of(now);
    }
    boolean mayMend = error instanceof RetriableException;
    boolean due =
        toldNanos.isPresent()
            ? now - toldNanos.getAsLong() >= INTERVAL.toNanos()
            : !mayMend || now - beganNanos.getAsLong() >= PATIENCE.toNanos();
    if (due) {
      toldNanos = OptionalLong.of(now);
    }
    return due;
  }

  /** Whether any of them was. */
  boolean isTold() {
    return toldNanos.isPresent();
  }
}
