package dev.sluice.sink;

import dev.sluice.storage.output.OutputLayout;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.shard.ShardFormat;
import java.nio.file.Path;
import java.util.SortedMap;

/**
 * The format of an output's shards, and the directories that an instance writes them to.
 *
 * @param layout layout of the output
 * @param format format of the shards
 * @param maxFileBytes maximum size of a shard that has more than one row
 * @param content the configuration that decides the output's content
 * @param contentHash hash of {@code content}
 * @param instanceId id that stays the same when this instance restarts
 * @param temporary directory of this instance for temporary files
 */
public record ShardOutput(
    OutputLayout layout,
    ShardFormat format,
    long maxFileBytes,
    SortedMap<String, String> content,
    String contentHash,
    String instanceId,
    Path temporary) {

  /** Publishes files of this instance. */
  Publication publication() {
    return new Publication(temporary);
  }

  /** The maximum number of bytes that the open writers of a partition buffer in memory. */
  long partitionBufferBytes() {
    return 2 * format.rowGroupBytes();
  }
}
