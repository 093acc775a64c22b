package dev.sluice.app.config;

import dev.sluice.app.memory.LogBudget;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The broker and what lies on it.
 *
 * @param servers host:port of brokers; empty: the embedded broker
 * @param topicPrefix first part of names of topics, groups and transactions
 * @param partitions of each topic; empty: {@link #autoPartitions} at the first start
 * @param replicationFactor copies of each partition
 * @param port of the embedded broker; 0: any free one
 * @param advertise host:port of the embedded broker for clients elsewhere; empty: none are
 * @param logBudgetBytes disk for documents and curated topics; empty: see {@link LogBudget}
 * @param properties for every client; sorted by name
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

  /** Checks that everything is there. */
  public KafkaConfig {
    servers = List.copyOf(servers);
    Objects.requireNonNull(topicPrefix, "topicPrefix");
    Objects.requireNonNull(partitions, "partitions");
    Objects.requireNonNull(advertise, "advertise");
    Objects.requireNonNull(logBudgetBytes, "logBudgetBytes");
    properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
    if (replicationFactor < 1 || port < 0 || port > 65535) {
      throw new IllegalArgumentException(
          "replication-factor " + replicationFactor + ", port " + port);
    }
  }

  /** Whether the broker is in this process. */
  public boolean isEmbedded() {
    return servers.isEmpty();
  }

  /** The servers as Kafka's clients take them; empty when embedded. */
  public String bootstrapServers() {
    return String.join(",", servers);
  }

  /** What {@code partitions: auto} is for a new output: 2 on the embedded broker, else 8. */
  public int autoPartitions() {
    return isEmbedded() ? EMBEDDED_PARTITIONS : REMOTE_PARTITIONS;
  }

  /** Partitions of a new output. One that exists keeps what it was begun with. */
  public int partitionsOfNewOutput() {
    return partitions.orElse(autoPartitions());
  }
}
