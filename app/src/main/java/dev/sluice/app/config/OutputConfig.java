package dev.sluice.app.config;

import dev.sluice.storage.page.ShardCompression;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is written.
 *
 * @param path directory of the result; empty where neither file nor option names one
 * @param columns of the shards, in order, out of id, text, score, dump
 * @param partitionBy levels of directories: bucket, or bucket and dump
 * @param compression of the pages
 * @param compressionLevel in the codec's range; of no effect on codecs without levels
 * @param maxFileBytes no shard is larger, but for a single row that is
 * @param rowGroupBytes size of row groups before compression
 * @param pageBytes size of pages before compression
 */
public record OutputConfig(
    Optional<Path> path,
    List<String> columns,
    List<String> partitionBy,
    ShardCompression compression,
    int compressionLevel,
    long maxFileBytes,
    long rowGroupBytes,
    long pageBytes) {
  /** Checks that everything is there. */
  public OutputConfig {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(compression, "compression");
    columns = List.copyOf(columns);
    partitionBy = List.copyOf(partitionBy);
    if (maxFileBytes < 1 || rowGroupBytes < 1 || pageBytes < 1) {
      throw new IllegalArgumentException("sizes of output must be positive");
    }
  }

  /** Whether each dump has a directory of its own. */
  public boolean partitionsByDump() {
    return partitionBy.contains("dump");
  }
}
