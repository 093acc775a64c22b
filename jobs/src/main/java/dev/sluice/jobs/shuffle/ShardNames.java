package dev.sluice.jobs.shuffle;

import dev.sluice.jobs.text.TemporaryFile;
import java.nio.file.Path;

/**
 * What shards are called.
 *
 * @param directory of all
 * @param shards how many there will be
 * @param format that their names end with
 */
record ShardNames(Path directory, int shards, RowFormat format) {
  String of(int shard) {
    return "train-%05d-of-%05d.%s".formatted(shard, shards, format.ending());
  }

  Path path(int shard) {
    return directory.resolve(of(shard));
  }

  TemporaryFile temporary(int shard) {
    return new TemporaryFile(path(shard));
  }
}
