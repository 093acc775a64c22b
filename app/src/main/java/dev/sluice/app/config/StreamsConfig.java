package dev.sluice.app.config;

import dev.sluice.streams.StateProfile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * How the topology runs.
 *
 * @param threads empty: {@link Machine#autoThreads}, at most one per partition
 * @param stateDir of its stores; empty: below the work directory
 * @param commitInterval of its transactions
 * @param stateProfile what the memory of its stores is bounded by
 * @param standbyReplicas further processes that keep a copy of each store
 * @param properties for Kafka Streams; sorted by name
 */
public record StreamsConfig(
    OptionalInt threads,
    Optional<Path> stateDir,
    Duration commitInterval,
    StateProfile stateProfile,
    int standbyReplicas,
    SortedMap<String, String> properties) {
  /** Checks that everything is there. */
  public StreamsConfig {
    Objects.requireNonNull(threads, "threads");
    Objects.requireNonNull(stateDir, "stateDir");
    Objects.requireNonNull(commitInterval, "commitInterval");
    Objects.requireNonNull(stateProfile, "stateProfile");
    properties = Collections.unmodifiableSortedMap(new TreeMap<>(properties));
  }
}
