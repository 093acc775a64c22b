package dev.sluice.app.config;

import dev.sluice.storage.shard.ShardFormat;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The result.
 *
 * @param path directory of the output; empty if neither file nor option names one
 * @param partitionBy levels of directories: bucket, or bucket and dump
 * @param format of the shards
 * @param maxFileBytes no shard is larger, except for one that holds a single larger row
 */
public record OutputConfig(
    Optional<Path> path, List<String> partitionBy, ShardFormat format, long maxFileBytes) {
  /** Copies the list and checks the size. */
  public OutputConfig {
    partitionBy = List.copyOf(partitionBy);
    if (maxFileBytes < 1) {
      throw new IllegalArgumentException("max-file-size " + maxFileBytes);
    }
  }

  /** Whether each dump has a directory of its own. */
  public boolean partitionsByDump() {
    return partitionBy.contains("dump");
  }
}
