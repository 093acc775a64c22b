package dev.sluice.settings;

import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.shard.ColumnChoice;
import dev.sluice.storage.shard.ShardFormat;
import dev.sluice.storage.table.TableSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The output of the main job.
 *
 * @param path directory of the output; empty if neither file nor option names one
 * @param partitionBy levels of directories: bucket, or bucket and dump
 * @param columns columns of the shards
 * @param format format of the shards; complete if no columns are carried, or their types are known
 * @param maxFileBytes maximum size of a shard, unless it holds a single larger row
 */
public record OutputConfig(
    Optional<Path> path,
    List<String> partitionBy,
    ColumnChoice columns,
    ShardFormat format,
    long maxFileBytes) {
  /** Copies the list and checks the size. */
  public OutputConfig {
    partitionBy = List.copyOf(partitionBy);
    if (maxFileBytes < 1) {
      throw new IllegalArgumentException("max-file-size " + maxFileBytes);
    }
  }

  /** Returns the path, if it is on a disk of this machine. */
  public Optional<Path> localPath() {
    return path.filter(SourceFile::isLocal);
  }

  /**
   * Returns whether the output is in an object store. Such an output cannot contain a work
   * directory.
   */
  public boolean isRemote() {
    return path.isPresent() && localPath().isEmpty();
  }

  /** Returns whether the types of carried columns are not known yet. */
  public boolean lacksSchema() {
    return columns.carries() && format.carried().isEmpty();
  }

  /** Returns a copy with these columns of the source. */
  OutputConfig carrying(TableSchema schema) {
    return new OutputConfig(
        path, partitionBy, columns, format.carrying(columns.names(schema), schema), maxFileBytes);
  }

  /** Returns whether each dump has a separate directory. */
  public boolean partitionsByDump() {
    return partitionBy.contains("dump");
  }
}
