package dev.sluice.ingest;

import dev.sluice.core.Unit;
import dev.sluice.ingest.UnitTurn.UnitTakenOverException;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.UnitProgress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.TransactionAbortableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides whether a unit may continue with a new producer after the old one is lost. A unit may do
 * so:
 *
 * <ul>
 *   <li>if the process was suspended for so long that the broker aborted its transaction, for
 *       example because the machine was asleep: a few times without progress, and again after each
 *       progress;
 *   <li>if the broker gave up the producer, which rarely happens when the end of one transaction
 *       and the start of the next overlap in the broker: a few times.
 * </ul>
 *
 * <p>A unit may not continue if another process has claimed it or must have fenced this process.
 */
final class NewProducer {
  private static final Logger LOG = LoggerFactory.getLogger(NewProducer.class);
  private static final int GIVEN_UP_AT_MOST = 2;
  private static final int STANDSTILLS_AT_MOST = 5;
  private static final Duration CLAIMED_WITHIN = Duration.ofSeconds(5);
  private static final Duration ASK_AGAIN = Duration.ofMillis(100);
  private static final List<Class<? extends KafkaException>> GIVEN_UP =
      List.of(
          InvalidTxnStateException.class,
          InvalidPidMappingException.class,
          OutOfOrderSequenceException.class,
          TransactionAbortableException.class);
  private static final List<Class<? extends KafkaException>> FENCED =
      List.of(ProducerFencedException.class, InvalidProducerEpochException.class);

  private final ProgressLog log;
  private final String unit;
  private int givenUp;
  private int standstills;

  NewProducer(ProgressLog log, Unit unit) {
    this.log = log;
    this.unit = unit.id();
  }

  /**
   * Checks that a new producer may continue.
   *
   * @throws UnitTakenOverException if another process reads the unit
   * @throws KafkaException if no new producer may continue; the error that ended the old one
   */
  void requireAllowed(ProducerLostException lost) throws InterruptedException {
    KafkaException error = lost.error();
    requireUnclaimed(lost);
    if (lost.stoodStill()) {
      standstills = lost.advanced() ? 1 : standstills + 1;
      if (standstills > STANDSTILLS_AT_MOST) {
        throw error;
      }
    } else if (is(FENCED, error)) {
      throw takenOver(lost);
    } else if (!is(GIVEN_UP, error) || ++givenUp > GIVEN_UP_AT_MOST) {
      throw error;
    }
    LOG.atWarn()
        .addKeyValue("unit", unit)
        .addKeyValue("reason", error.toString())
        .log(
            lost.stoodStill()
                ? "a transaction was stalled for longer than its timeout; continuing with a new"
                    + " producer"
                : "the broker dropped the producer; continuing with a new producer");
  }

  /** Waits until the claim of the process that fenced this one is visible. */
  private UnitTakenOverException takenOver(ProducerLostException lost) throws InterruptedException {
    long deadline = System.nanoTime() + CLAIMED_WITHIN.toNanos();
    while (System.nanoTime() < deadline) {
      requireUnclaimed(lost);
      Thread.sleep(ASK_AGAIN.toMillis());
    }
    return new UnitTakenOverException(unit, "another process", false, lost.error());
  }

  private void requireUnclaimed(ProducerLostException lost) {
    Optional<UnitProgress> now = log.readToEnd().progress(unit);
    if (now.isPresent() && lost.isClaimedSince(now.get())) {
      throw new UnitTakenOverException(unit, now.get().writer(), now.get().ended(), lost.error());
    }
  }

  private static boolean is(List<Class<? extends KafkaException>> types, KafkaException error) {
    return types.stream()
        .anyMatch(type -> type.isInstance(error) || type.isInstance(error.getCause()));
  }

  /**
   * Thrown if the producer of a unit is unusable. {@link NewProducer} decides whether a new
   * producer may continue.
   */
  static final class ProducerLostException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient KafkaException error;
    private final boolean stoodStill;
    private final boolean advanced;
    private final transient Optional<String> claimant;

    /**
     * @param error error that the producer has thrown
     * @param stoodStill whether the producer's transaction was open for longer than the broker's
     *     timeout
     * @param advanced whether the producer had committed documents
     * @param claimant the last process known to have claimed the unit: this process, an earlier
     *     one, or an empty name if there was none; absent if not known yet
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

    /** Returns whether this progress shows that another process has claimed the unit since. */
    boolean isClaimedSince(UnitProgress now) {
      return claimant.isPresent() && !claimant.get().equals(now.writer());
    }
  }
}
