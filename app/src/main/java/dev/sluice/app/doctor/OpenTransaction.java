package dev.sluice.app.doctor;

import java.time.Duration;
import java.util.Optional;

/**
 * A transaction that is open in a partition: nobody who reads committed records gets past it.
 *
 * @param partition topic and number
 * @param startOffset its first offset there
 * @param producerId who began it
 * @param transactionalId of that producer, as far as a coordinator knows it
 * @param age since it began, or since its producer was last heard of there
 * @param timeout after which the coordinator ends it; empty where none knows it
 */
record OpenTransaction(
    String partition,
    long startOffset,
    long producerId,
    Optional<String> transactionalId,
    Duration age,
    Optional<Duration> timeout) {
  /** The coordinator looks only now and then, and its markers take their time. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  /** Whether nobody will end it any more. */
  boolean hangs() {
    return age.compareTo(timeout.orElse(Duration.ZERO).plus(GRACE)) > 0;
  }

  /** Who has it open, where, and for how long. */
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
