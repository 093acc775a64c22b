package dev.sluice.jobs.shuffle;

/**
 * Which rows go into which shard.
 *
 * @param split as asked for
 * @param rows in all
 * @param names of the shards
 */
record ShardPlan(FileSplit split, long rows, ShardNames names) {
  int shards() {
    return names.shards();
  }

  /** The first row of a shard; for the number of shards, behind the last row. */
  long firstRow(int shard) {
    return split.firstRow(shard, rows);
  }
}
