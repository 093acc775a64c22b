package dev.sluice.streams;

import dev.sluice.topics.TopicNames;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/**
 * How the topology is run; nothing here decides content.
 *
 * @param names of the topics, the group and the changelogs
 * @param stateDir where RocksDB lives; never under the temporary directory
 * @param instanceId stays the same when this instance restarts, so that its tasks wait for it
 * @param threads stream threads
 * @param commitInterval how often positions, state and output are committed together
 * @param replicationFactor of the changelogs
 * @param maxRecordBytes largest record that travels
 * @param standbyReplicas further instances that keep a copy of each store
 * @param memory what stores, fetches and producers may take
 * @param properties the user's, on top of everything but what exactly-once rests on
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
   * The memory of a topology; nothing here decides content.
   *
   * @param state of all its stores
   * @param fetchBytes that each thread fetches at once; one record may be larger
   * @param producerBytes of records that each thread has on their way to the broker; at least two
   *     of the largest
   */
  public record Memory(StateMemory state, int fetchBytes, long producerBytes) {
    /** Checks that there is something of all. */
    public Memory {
      Objects.requireNonNull(state, "state");
      if (fetchBytes < 1 || producerBytes < 1) {
        throw new IllegalArgumentException(
            "fetches of %d, producers of %d bytes".formatted(fetchBytes, producerBytes));
      }
    }
  }

  /**
   * Checks the guarantee.
   *
   * @throws IllegalArgumentException for any processing guarantee but exactly_once_v2
   */
  public StreamsSettings {
    Objects.requireNonNull(names, "names");
    Objects.requireNonNull(stateDir, "stateDir");
    Objects.requireNonNull(memory, "memory");
    properties = Map.copyOf(properties);
    String guarantee = properties.getOrDefault("processing.guarantee", "exactly_once_v2");
    if (!guarantee.equals("exactly_once_v2")) {
      throw new IllegalArgumentException(
          "streams.properties.processing.guarantee %s: only exactly_once_v2 is allowed, because a replay after a crash would find the id stored and call the only copy of a document a duplicate"
              .formatted(guarantee));
    }
  }
}
