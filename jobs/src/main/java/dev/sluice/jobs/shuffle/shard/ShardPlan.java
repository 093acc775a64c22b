package dev.sluice.jobs.shuffle.shard;

import dev.sluice.jobs.shuffle.request.FileSplit;

/**
 * Which rows belong to which shard.
 *
 * @param split as requested
 * @param rows in total
 * @param names of the shards
 */
public record ShardPlan(FileSplit split, long rows, ShardNames names) {
  public int shards() {
    return names.shards();
  }

  /** The first row of a shard; for the number of shards, the number of rows. */
  public long firstRow(int shard) {
    return split.firstRow(shard, rows);
  }
}
