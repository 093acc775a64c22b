package dev.sluice.core.work;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Notices that the clock of the machine was set back. Kafka Streams then commits nothing until the
 * clock has caught up, and a consumer that waits for records may wait as long. A few seconds are
 * tolerated. Used by one thread.
 */
public final class ClockWatch {
  /** The longest setback that is tolerated. */
  public static final Duration MOST = Duration.ofSeconds(30);

  private final LongSupplier millis;
  private final LongSupplier nanos;
  private long lastMillis;
  private long lastNanos;

  /**
   * @param millis the clock that may be set back
   * @param nanos a clock with an arbitrary origin that is never set back
   */
  ClockWatch(LongSupplier millis, LongSupplier nanos) {
    this.millis = millis;
    this.nanos = nanos;
    this.lastMillis = millis.getAsLong();
    this.lastNanos = nanos.getAsLong();
  }

  /** Creates a watch of this machine's clock. */
  public static ClockWatch ofMachine() {
    return new ClockWatch(System::currentTimeMillis, System::nanoTime);
  }

  /**
   * Returns how far the clock was set back since the last call, or empty if the setback is
   * tolerated. The time between two calls is never overestimated, even if this process is suspended
   * during a call.
   */
  public Optional<Duration> movedBack() {
    long passed = TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - lastNanos);
    long now = millis.getAsLong();
    Duration back = Duration.ofMillis(lastMillis + passed - now);
    lastMillis = now;
    lastNanos = nanos.getAsLong();
    return back.compareTo(MOST) > 0 ? Optional.of(back) : Optional.empty();
  }
}
