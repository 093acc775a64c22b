package dev.sluice.topics;

import java.time.Duration;
import java.util.HashSet;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.common.errors.RetriableException;

/**
 * The failures to trim partitions of one topic that nothing has ended yet. They come every second:
 * they are told once, and then at intervals. What may mend itself is told when it has had the time
 * to.
 */
final class TrimFailures {
  static final Duration PATIENCE = Duration.ofMinutes(1);
  static final Duration INTERVAL = Duration.ofMinutes(10);

  private final Set<Integer> partitions = new HashSet<>();
  private OptionalLong beganNanos = OptionalLong.empty();
  private OptionalLong toldNanos = OptionalLong.empty();

  /**
   * Whether this failure is to be told.
   *
   * @param now nanoseconds since any moment
   */
  boolean isDue(int partition, Throwable error, long now) {
    partitions.add(partition);
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

  /**
   * Notes that a partition is trimmed.
   *
   * @return whether none fails any more, and it was told that some did
   */
  boolean mend(int partition) {
    boolean over = partitions.remove(partition) && partitions.isEmpty();
    boolean told = toldNanos.isPresent();
    if (over) {
      beganNanos = OptionalLong.empty();
      toldNanos = OptionalLong.empty();
    }
    return over && told;
  }
}
