package dev.sluice.streams;

import dev.sluice.topics.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * The settings of the topology's runtime. Nothing here affects the content of the output.
 *
 * @param names names of the topics, the group and the changelogs
 * @param stateDir directory of RocksDB; must not be below the temporary directory
 * @param instanceId id that stays the same when this instance restarts, so that its tasks wait for
 *     it
 * @param threads number of stream threads
 * @param commitInterval interval at which offsets, state and output are committed together
 * @param replicationFactor replication factor of the changelogs
 * @param maxRecordBytes maximum size of a record
 * @param standbyReplicas number of further instances that keep a copy of each store
 * @param memory memory of stores, fetches and producers
 * @param properties the user's properties, which override all properties except those that
 *     exactly-once depends on
 */
public record StreamsSettings(
    TopicNames names,
    Path stateDir,
    String instanceId,
    int threads,
    Duration commitInterval,
    int replicationFactor,
    int maxRecordBytes,
    int standbyReplicas,
    Memory memory,
    Map<String, String> properties) {
  /**
   * The memory of a topology.
   *
   * @param state memory of all stores
   * @param fetchBytes limit of a fetch per thread; a single record may be larger
   * @param producerBytes buffer of each thread's producer; at least two records of maximum size
   */
  public record Memory(StateMemory state, int fetchBytes, long producerBytes) {
    /** Checks that all limits are positive. */
    public Memory {
      Objects.requireNonNull(state, "state");
      if (fetchBytes < 1 || producerBytes < 1) {
        throw new IllegalArgumentException(
            "fetchBytes (%d) and producerBytes (%d) must be positive"
                .formatted(fetchBytes, producerBytes));
      }
    }
  }

  /**
   * Checks the processing guarantee.
   *
   * @throws IllegalArgumentException for a processing guarantee other than exactly_once_v2
   */
  public StreamsSettings {
    Objects.requireNonNull(names, "names");
    Objects.requireNonNull(stateDir, "stateDir");
    Objects.requireNonNull(memory, "memory");
    properties = Map.copyOf(properties);
    String guarantee = properties.getOrDefault("processing.guarantee", "exactly_once_v2");
    if (!guarantee.equals("exactly_once_v2")) {
      throw new IllegalArgumentException(
          "streams.properties.processing.guarantee is %s, but must be exactly_once_v2: otherwise a replay after a crash would drop the only copy of a document as a duplicate"
              .formatted(guarantee));
    }
  }
}
