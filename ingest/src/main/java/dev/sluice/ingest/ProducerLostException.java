package dev.sluice.ingest;

import dev.sluice.topics.progress.UnitProgress;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;

/** A unit's producer cannot go on; whether another one may is still to be found out. */
final class ProducerLostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient KafkaException error;
  private final boolean stoodStill;
  private final boolean advanced;
  private final transient Optional<String> claimant;

  /**
   * @param error what the producer threw
   * @param stoodStill whether its transaction was open for longer than the broker waits
   * @param advanced whether it had committed rows
   * @param claimant who last claimed the unit as far as this process knows: itself, its
   *     predecessor, or nobody, which is an empty name; absent when it does not know yet
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

  /** Whether this progress tells that somebody else has claimed the unit meanwhile. */
  boolean isClaimedSince(UnitProgress now) {
    return claimant.isPresent() && !claimant.get().equals(now.writer());
  }
}
