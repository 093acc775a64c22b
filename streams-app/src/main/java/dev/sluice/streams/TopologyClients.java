package dev.sluice.streams;

import dev.sluice.streams.gauge.TopologyGauge;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * Creates Kafka's default clients, except for producers, see {@link TopologyProducer}. A stream
 * thread that is fenced continues with a new producer of the same transactional id. So failed
 * commits are counted per transactional id.
 */
class TopologyClients extends DefaultKafkaClientSupplier {
  private final TopologyGauge gauge;
  private final Map<String, AbortedCommits> aborted = new ConcurrentHashMap<>();

  /**
   * @param gauge is told of commits
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

  /** The failed commits of the stream thread with this configuration. */
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

    /** Counts a failure. Returns whether there are more than {@link #AT_MOST} in a row. */
    boolean isTooMany() {
      return ++inARow > AT_MOST;
    }

    /** Records a successful commit. */
    void reset() {
      inARow = 0;
    }
  }
}
