package dev.sluice.jobs.shuffle.shard;

import dev.sluice.jobs.shuffle.request.FileSplit;

/**
 * Which rows go into which shard.
 *
 * @param split as asked for
 * @param rows in all
 * @param names of the shards
 */
public record ShardPlan(FileSplit split, long rows, ShardNames names) {
  public int shards() {
    return names.shards();
  }

  /** The first row of a shard; for the number of shards, behind the last row. */
  public long firstRow(int shard) {
    return split.firstRow(shard, rows);
  }
}
