package dev.sluice.topics;

import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.errors.RetriableException;

/**
 * Decides which failures to delete records of a topic are worth a warning. Failures repeat every
 * second, so they are reported once and then at intervals. Failures that may resolve themselves are
 * reported after a minute.
 */
final class TrimFailures {
  static final Duration PATIENCE = Duration.ofMinutes(1);
  static final Duration INTERVAL = Duration.ofMinutes(10);

  private final Set<Integer> partitions = new HashSet<>();
  private OptionalLong firstNanos = OptionalLong.empty();
  private OptionalLong reportedNanos = OptionalLong.empty();

  /**
   * Whether to report this failure.
   *
   * @param now nanoseconds from an arbitrary origin
   */
  boolean isDue(int partition, Throwable error, long now) {
    partitions.add(partition);
    if (firstNanos.isEmpty()) {
      firstNanos = OptionalLong.of(now);
    }
    boolean mayMend = error instanceof RetriableException;
    boolean due =
        reportedNanos.isPresent()
            ? now - reportedNanos.getAsLong() >= INTERVAL.toNanos()
            : !mayMend || now - firstNanos.getAsLong() >= PATIENCE.toNanos();
    if (due) {
      reportedNanos = OptionalLong.of(now);
    }
    return due;
  }

  /**
   * Records that deletion in a partition works.
   *
   * @return whether no partition fails any more after failures were reported
   */
  boolean recover(int partition) {
    boolean over = partitions.remove(partition) && partitions.isEmpty();
    boolean reported = reportedNanos.isPresent();
    if (over) {
      firstNanos = OptionalLong.empty();
      reportedNanos = OptionalLong.empty();
    }
    return over && reported;
  }
}
