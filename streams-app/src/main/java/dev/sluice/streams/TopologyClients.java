package dev.sluice.streams;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.streams.processor.internals.DefaultKafkaClientSupplier;

/**
 * The clients of a topology: those of Kafka, but for its producers, see {@link TopologyProducer}. A
 * stream thread that is fenced goes on with a new producer under the same transactional id: what is
 * counted of one is counted on with the next.
 */
class TopologyClients extends DefaultKafkaClientSupplier {
  private final Map<String, AbortedCommits> aborted = new ConcurrentHashMap<>();

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new TopologyProducer(config, aborted(config));
  }

  /** The aborted commits of the stream thread that this configuration is for. */
  AbortedCommits aborted(Map<String, Object> config) {
    String id = config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG).toString();
    return aborted.computeIfAbsent(id, key -> new AbortedCommits());
  }
}
