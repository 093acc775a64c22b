package dev.sluice.streams;

import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A producer that is fenced, and nothing else, when it commits a transaction that the broker has
 * ended by itself: one that stood still for longer than {@code transaction.timeout.ms}. Kafka
 * Streams then drops what was not committed, and begins again at the last commit.
 *
 * <p>The broker itself answers so to records and offsets that come too late, but not to the commit:
 * up to Kafka 4.3 that is an invalid transaction state (KAFKA-20785), of which a stream thread dies
 * though it says the same: the transaction was not committed.
 */
class TopologyProducer extends KafkaProducer<byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(TopologyProducer.class);

  private final AbortedCommits aborted;

  TopologyProducer(Map<String, Object> config, AbortedCommits aborted) {
    super(config, new ByteArraySerializer(), new ByteArraySerializer());
    this.aborted = aborted;
  }

  /**
   * Commits.
   *
   * @throws ProducerFencedException when the broker has ended the transaction
   * @throws InvalidTxnStateException when it has done so too often in a row
   */
  @Override
  public void commitTransaction() {
    try {
      super.commitTransaction();
    } catch (InvalidTxnStateException e) {
      if (aborted.isOneTooMany()) {
        throw e;
      }
      throw fenced(e);
    }
    aborted.reset();
  }

  private static ProducerFencedException fenced(InvalidTxnStateException error) {
    LOG.atWarn()
        .addKeyValue("reason", error.toString())
        .log("the broker has ended a transaction that stood still, going on from the last commit");
    ProducerFencedException fenced =
        new ProducerFencedException("the broker has ended the transaction before its commit");
    fenced.initCause(error);
    return fenced;
  }
}
