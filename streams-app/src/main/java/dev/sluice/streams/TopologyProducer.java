package dev.sluice.streams;

import dev.sluice.streams.TopologyClients.AbortedCommits;
import dev.sluice.streams.gauge.TopologyGauge;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the counts of its stream thread visible when they are committed. Reports a transaction that
 * the broker aborted after {@code transaction.timeout.ms} as fencing, which a stream thread
 * recovers from: it drops what was not committed and resumes at the last commit.
 *
 * <p>The broker answers late records and offsets with this error, but a late commit with an invalid
 * transaction state, up to Kafka 4.3 (KAFKA-20785). Stream threads fail on that error, although it
 * also means that the transaction was not committed.
 */
class TopologyProducer extends KafkaProducer<byte[], byte[]> {
  private static final Logger LOG = LoggerFactory.getLogger(TopologyProducer.class);

  private final AbortedCommits aborted;
  private final TopologyGauge gauge;

  TopologyProducer(Map<String, Object> config, AbortedCommits aborted, TopologyGauge gauge) {
    super(config, new ByteArraySerializer(), new ByteArraySerializer());
    this.aborted = aborted;
    this.gauge = gauge;
  }

  /**
   * Commits the transaction and publishes the counts of the thread.
   *
   * @throws ProducerFencedException if the broker has aborted the transaction
   * @throws InvalidTxnStateException if it has done so too often in a row
   */
  @Override
  public void commitTransaction() {
    try {
      super.commitTransaction();
    } catch (InvalidTxnStateException e) {
      if (aborted.isTooMany()) {
        throw e;
      }
      throw fenced(e);
    }
    aborted.reset();
    gauge.commit();
  }

  private static ProducerFencedException fenced(InvalidTxnStateException error) {
    LOG.atWarn()
        .addKeyValue("reason", error.toString())
        .log("the broker has aborted a stalled transaction, resuming from the last commit");
    ProducerFencedException fenced =
        new ProducerFencedException("the broker aborted the transaction before its commit");
    fenced.initCause(error);
    return fenced;
  }
}
