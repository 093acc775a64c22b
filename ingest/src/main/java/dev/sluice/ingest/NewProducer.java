package dev.sluice.ingest;

import dev.sluice.core.Unit;
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
 * Whether a unit may be read on with a new producer when the old one is lost. It may
 *
 * <ul>
 *   <li>when the process stood still for so long that the broker ended its transaction, as a
 *       machine does that sleeps: a few times without progress between, and again after each
 *       progress;
 *   <li>when the broker has given the producer up, which happens rarely, where the end of a
 *       transaction and the beginning of the next cross each other in the broker: a few times.
 * </ul>
 *
 * <p>It may not when another process has claimed the unit meanwhile, or must have fenced this one.
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
   * Returns when a new producer may go on.
   *
   * @throws UnitTakenOverException when another process reads the unit
   * @throws KafkaException the error that the producer was lost by, when it may not
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
                ? "stood still for longer than a transaction may, going on with a new producer"
                : "the broker has given up the producer, going on with a new one");
  }

  /** Who fences claims the unit at once; until that can be seen it is waited for a little. */
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
}
