package dev.sluice.app.doctor;

import java.time.Duration;
import java.util.Optional;

/**
 * An open transaction in a partition: readers of committed records cannot pass it.
 *
 * @param partition topic and number
 * @param startOffset its first offset there
 * @param producerId of the producer that started it
 * @param transactionalId of that producer, if a coordinator knows it
 * @param age since it started, or since its producer last wrote to the partition
 * @param timeout after which the coordinator aborts it; empty if no coordinator knows it
 */
record OpenTransaction(
    String partition,
    long startOffset,
    long producerId,
    Optional<String> transactionalId,
    Duration age,
    Optional<Duration> timeout) {
  /** The coordinator looks for timeouts at intervals, and writing markers takes time. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  /** Whether no coordinator will end it any more. */
  boolean hangs() {
    return age.compareTo(timeout.orElse(Duration.ZERO).plus(GRACE)) > 0;
  }

  /** Its producer, position and age. */
  String text() {
    return "%s in %s from offset %d, open for %d s%s"
        .formatted(
            transactionalId.orElse("producer " + producerId + ", which no coordinator knows,"),
            partition,
            startOffset,
            age.toSeconds(),
            timeout.map(t -> ", ended by the broker after " + t.toSeconds() + " s").orElse(""));
  }
}
