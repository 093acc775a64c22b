package dev.sluice.ingest;

import dev.sluice.topics.progress.UnitProgress;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;

/**
 * The producer of a unit is unusable; {@link NewProducer} decides whether another one may continue.
 */
final class ProducerLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient KafkaException error;
  private final boolean stoodStill;
  private final boolean advanced;
  private final transient Optional<String> claimant;

  /**
   * @param error thrown by the producer
   * @param stoodStill whether its transaction was open for longer than the broker's timeout
   * @param advanced whether it had committed documents
   * @param claimant the last process known to have claimed the unit: this one, an earlier one, or
   *     an empty name for none; absent if not known yet
   */
  ProducerLostException(
      KafkaException error, boolean stoodStill, boolean advanced, Optional<String> claimant) {
    super(error);
    this.error = error;
    this.stoodStill = stoodStill;
    this.advanced = advanced;
    this.claimant = claimant;
  }

  KafkaException error() {
    return error;
  }

  boolean stoodStill() {
    return stoodStill;
  }

  boolean advanced() {
    return advanced;
  }

  /** Whether another process has claimed the unit since, according to this progress. */
  boolean isClaimedSince(UnitProgress now) {
    return claimant.isPresent() && !claimant.get().equals(now.writer());
  }
}
