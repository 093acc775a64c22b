package dev.sluice.settings;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The broker and its topics.
 *
 * @param servers host:port of brokers; if empty, the broker is embedded
 * @param topicPrefix prefix of the names of topics, groups and transactions
 * @param partitions partitions of each topic; if empty, {@link #autoPartitions} for a new output
 * @param replicationFactor replicas of each partition
 * @param port port of the embedded broker; 0 for any free one
 * @param advertise host:port under which clients elsewhere reach the embedded broker, if any
 * @param logBudgetBytes disk space for documents and curated topics; if empty, room for four cuts
 *     of each curated partition
 * @param properties properties of every client
 */
public record KafkaConfig(
    List<String> servers,
    String topicPrefix,
    OptionalInt partitions,
    int replicationFactor,
    int port,
    Optional<String> advertise,
    OptionalLong logBudgetBytes,
    SortedMap<String, String> properties) {
  private static final int EMBEDDED_PARTITIONS = 2;
  private static final int REMOTE_PARTITIONS = 8;

  /** Copies the collections and checks the ranges. */
  public KafkaConfig {
    servers = List.copyOf(servers);
    properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    if (replicationFactor < 1 || port < 0 || port > 65535) {
      throw new IllegalArgumentException(
          "replication-factor " + replicationFactor + ", port " + port);
    }
  }

  /** Returns whether the broker runs in this process. */
  public boolean isEmbedded() {
    return servers.isEmpty();
  }

  /**
   * Returns the servers in the form that Kafka's clients expect, or empty if the broker is
   * embedded.
   */
  public String bootstrapServers() {
    return String.join(",", servers);
  }

  /**
   * Returns the value of {@code partitions: auto}. It is 2 on the embedded broker, and 8 on other
   * brokers.
   */
  public int autoPartitions() {
    return isEmbedded() ? EMBEDDED_PARTITIONS : REMOTE_PARTITIONS;
  }

  /**
   * Returns the number of partitions of each topic of a new output. An existing output keeps its
   * own number.
   */
  public int partitionsOfNewOutput() {
    return partitions.orElse(autoPartitions());
  }
}
