package dev.sluice.streams;

import dev.sluice.streams.TopologyClients.AbortedCommits;
import dev.sluice.streams.gauge.TopologyGauge;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates Kafka's default clients, except for producers, which are {@link TopologyProducer}s. A
 * stream thread that is fenced continues with a new producer of the same transactional id, so
 * failed commits are counted per transactional id.
 */
class TopologyClients extends DefaultKafkaClientSupplier {
  private final TopologyGauge gauge;
  private final Map<String, AbortedCommits> aborted = new ConcurrentHashMap<>();

  /**
   * @param gauge gauge whose counts become visible at each commit
   */
  TopologyClients(TopologyGauge gauge) {
    this.gauge = gauge;
  }

  TopologyGauge gauge() {
    return gauge;
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new TopologyProducer(config, aborted(config), gauge);
  }

  /** Returns the failed commits of the stream thread with this configuration. */
  AbortedCommits aborted(Map<String, Object> config) {
    String id = config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG).toString();
    return aborted.computeIfAbsent(id, key -> new AbortedCommits());
  }

  /**
   * Counts consecutive failed commits of a stream thread. A process that was suspended loses one
   * commit; a thread that keeps losing them would repeat the same records forever. Used by one
   * thread.
   */
  static final class AbortedCommits {
    /** The number of consecutive failures that a suspended process can cause. */
    static final int AT_MOST = 5;

    private int inARow;

    /** Counts a failure. It returns whether more than {@link #AT_MOST} have occurred in a row. */
    boolean isTooMany() {
      return ++inARow > AT_MOST;
    }

    /** Records a successful commit. */
    void reset() {
      inARow = 0;
    }
  }

  /**
   * Makes the counts of its stream thread visible when the thread commits them. If the broker has
   * aborted a transaction after {@code transaction.timeout.ms}, this producer reports it as
   * fencing. A stream thread recovers from fencing: it drops what was not committed and resumes at
   * the last commit.
   *
   * <p>The broker answers late records and offsets with the error of fencing, but up to Kafka 4.4,
   * it answers a late commit with an invalid transaction state (KAFKA-20785). Stream threads fail
   * on the latter error, although it also means that the transaction was not committed.
   */
  static class TopologyProducer extends KafkaProducer<byte[], byte[]> {
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
     * @throws InvalidTxnStateException if the broker has aborted too many transactions in a row
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
          .log("the broker has aborted a stalled transaction; resuming from the last commit");
      ProducerFencedException fenced =
          new ProducerFencedException("the broker aborted the transaction before its commit");
      fenced.initCause(error);
      return fenced;
    }
  }
}
