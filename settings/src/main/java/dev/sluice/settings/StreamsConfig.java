package dev.sluice.settings;

import dev.sluice.core.values.StateProfile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The topology.
 *
 * @param threads threads; if empty, {@link Machine#autoThreads}, at most one per partition
 * @param stateDir directory of its stores; see {@link SluiceConfig#stateDirectory}
 * @param commitInterval time between commits of its transaction
 * @param stateProfile how the memory of its stores is bounded
 * @param standbyReplicas other processes that keep a copy of each store
 * @param properties properties of Kafka Streams
 */
public record StreamsConfig(
    OptionalInt threads,
    Optional<Path> stateDir,
    Duration commitInterval,
    StateProfile stateProfile,
    int standbyReplicas,
    SortedMap<String, String> properties) {
  /** Copies the map. */
  public StreamsConfig {
    properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
  }
}
