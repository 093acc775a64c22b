package dev.sluice.jobs.shuffle;

import dev.sluice.jobs.text.TemporaryFile;
import java.nio.file.Path;

/**
 * Which rows belong to which shard, and where it is.
 *
 * @param split as requested
 * @param rows in total
 * @param directory of all shards
 * @param format for the extension
 */
record ShardPlan(FileSplit split, long rows, Path directory, RowFormat format) {
  int shards() {
    return split.files(rows);
  }

  /** The first row of a shard; for the number of shards, the number of rows. */
  long firstRow(int shard) {
    return split.firstRow(shard, rows);
  }

  String name(int shard) {
    return "train-%05d-of-%05d.%s".formatted(shard, shards(), format.ending());
  }

  Path path(int shard) {
    return directory.resolve(name(shard));
  }

  TemporaryFile temporary(int shard) {
    return new TemporaryFile(path(shard));
  }
}
