package dev.sluice.app.monitor;

import dev.sluice.core.gauge.WaitTimes.Wait;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;

/**
 * Finds what threads have waited for during at least half of the last seconds, and since when.
 * Single waits are short and frequent, so one look shows little. Not thread-safe.
 *
 * @param <C> the causes
 */
final class HeldUp<C extends Enum<C>> {
  private static final long WINDOW_MILLIS = 5_000;
  private static final double HALF = 0.5;

  private final Deque<Reading<C>> readings = new ArrayDeque<>();
  private Optional<Wait<C>> last = Optional.empty();

  private record Reading<C>(long millis, Map<C, Duration> totals) {}

  /**
   * Adds a reading.
   *
   * @param millis its time
   * @param totals how long they have waited for each cause, summed over threads
   * @param threads number of threads
   */
  Optional<Wait<C>> at(long millis, Map<C, Duration> totals, int threads) {
    readings.addLast(new Reading<>(millis, totals));
    while (readings.size() > 2 && readings.getFirst().millis() < millis - WINDOW_MILLIS) {
      readings.removeFirst();
    }
    Reading<C> first = readings.getFirst();
    double enough = HALF * threads * (millis - first.millis());
    Optional<C> cause =
        totals.keySet().stream()
            .max(Comparator.comparingLong(each -> waited(first, totals, each)))
            .filter(most -> millis > first.millis() && sum(first, totals) >= enough);
    last = cause.map(now -> last.filter(was -> was.cause() == now).orElse(new Wait<>(now, millis)));
    return last;
  }

  private static <C> long sum(Reading<C> first, Map<C, Duration> totals) {
    return totals.keySet().stream().mapToLong(each -> waited(first, totals, each)).sum();
  }

  private static <C> long waited(Reading<C> first, Map<C, Duration> totals, C cause) {
    Duration before = first.totals().getOrDefault(cause, Duration.ZERO);
    return totals.get(cause).minus(before).toMillis();
  }
}
