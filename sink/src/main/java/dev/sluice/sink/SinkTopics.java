package dev.sluice.sink;

import dev.sluice.topics.TopicNames;
import java.util.Map;

/**
 * The topics of a sink.
 *
 * @param names names of the topics
 * @param partitions partitions of each topic
 * @param clusterId id of the broker's cluster
 * @param ids ids of the curated topics, by name
 */
public record SinkTopics(
    TopicNames names, int partitions, String clusterId, Map<String, String> ids) {
  /** Copies the ids. */
  public SinkTopics {
    ids = Map.copyOf(ids);
  }
}
