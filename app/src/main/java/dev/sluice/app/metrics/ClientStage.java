package dev.sluice.app.metrics;

import javax.management.ObjectName;

/**
 * Which stage a Kafka client works for. Kafka names clients after a thread of the topology, a
 * consumer group, or a transactional id with the unit that is read; the stages are few, whatever
 * the number of clients.
 */
final class ClientStage {
  private static final String OF_TOPOLOGY = "-StreamThread-";
  private static final String OF_RESTORE = "-restore-consumer";
  private static final String OF_BANDS = ".bands-";
  private static final String OF_SINK = ".sink-";
  private static final String OF_INGEST = ".ingest.";

  private ClientStage() {}

  /**
   * {@code ingest}, {@code topology}, {@code restore} (of the topology), {@code bands}, {@code
   * sink} or {@code other}.
   */
  static String of(ObjectName bean) {
    String id = bean.getKeyProperty("client-id");
    if (id == null || bean.getDomain().equals("kafka.streams") || id.contains(OF_TOPOLOGY)) {
      return "topology";
    }
    if (id.contains(OF_RESTORE)) {
      return "restore";
    }
    boolean reads = bean.getDomain().equals("kafka.consumer");
    if (reads && id.contains(OF_BANDS)) {
      return "bands";
    }
    if (reads && id.contains(OF_SINK)) {
      return "sink";
    }
    return !reads && id.contains(OF_INGEST) ? "ingest" : "other";
  }
}
