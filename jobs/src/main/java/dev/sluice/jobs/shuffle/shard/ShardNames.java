package dev.sluice.jobs.shuffle.shard;

import dev.sluice.jobs.shuffle.request.RowFormat;
import dev.sluice.jobs.text.TemporaryFile;
import java.nio.file.Path;

/**
 * The names of shards.
 *
 * @param directory of all
 * @param shards their number
 * @param format for the extension
 */
public record ShardNames(Path directory, int shards, RowFormat format) {
  public String of(int shard) {
    return "train-%05d-of-%05d.%s".formatted(shard, shards, format.ending());
  }

  public Path path(int shard) {
    return directory.resolve(of(shard));
  }

  TemporaryFile temporary(int shard) {
    return new TemporaryFile(path(shard));
  }
}
