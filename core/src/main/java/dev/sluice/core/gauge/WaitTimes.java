package dev.sluice.core.gauge;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Measures the current wait of one thread, and its total wait for each cause. Thread-safe.
 *
 * @param <C> the causes
 */
public final class WaitTimes<C extends Enum<C>> {
  private final LongSupplier nanos;
  private final LongSupplier millis;
  private final Class<C> causes;
  private final EnumMap<C, Long> ended;
  private Optional<Wait<C>> now = Optional.empty();
  private long beganNanos;

  /**
   * A wait that has not ended.
   *
   * @param cause what is waited for
   * @param since when the wait began, in milliseconds since 1970
   */
  public record Wait<C extends Enum<C>>(C cause, long since) {}

  /** Creates an instance without a current wait. */
  public WaitTimes(Class<C> causes) {
    this(causes, System::nanoTime, System::currentTimeMillis);
  }

  /**
   * @param nanos a clock that never goes back
   * @param millis the time of day
   */
  WaitTimes(Class<C> causes, LongSupplier nanos, LongSupplier millis) {
    this.nanos = nanos;
    this.millis = millis;
    this.causes = causes;
    this.ended = new EnumMap<>(causes);
  }

  /** Begins a wait for this cause. Changes nothing if the thread waits for it already. */
  public synchronized void begin(C cause) {
    if (now.isEmpty() || now.get().cause() != cause) {
      end();
      beganNanos = nanos.getAsLong();
      now = Optional.of(new Wait<>(cause, millis.getAsLong()));
    }
  }

  /** Ends the current wait. */
  public synchronized void end() {
    now.ifPresent(wait -> ended.merge(wait.cause(), nanos.getAsLong() - beganNanos, Long::sum));
    now = Optional.empty();
  }

  /** Returns the current wait, or empty if the thread is working. */
  public synchronized Optional<Wait<C>> now() {
    return now;
  }

  /**
   * Returns a copy of the total wait for each cause, including the current wait. Causes without a
   * wait are absent. The difference between two readings, divided by the time between them, is the
   * share of time that the thread was held up.
   */
  public synchronized Map<C, Duration> totals() {
    EnumMap<C, Duration> totals = new EnumMap<>(causes);
    ended.forEach((cause, time) -> totals.put(cause, Duration.ofNanos(time)));
    now.ifPresent(
        wait ->
            totals.merge(
                wait.cause(), Duration.ofNanos(nanos.getAsLong() - beganNanos), Duration::plus));
    return totals;
  }
}
