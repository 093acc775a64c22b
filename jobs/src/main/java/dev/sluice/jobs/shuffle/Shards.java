package dev.sluice.jobs.shuffle;

import java.io.Closeable;
import java.io.IOException;

/**
 * Writes rows in their final order to shards. Used by one thread. If closed before its end, leaves
 * the open shard under its temporary name, to be resumed.
 */
interface Shards extends Closeable {
  /**
   * Adds rows of one shard.
   *
   * @param partition the partition that holds them, until {@link
   *     PartitionLoader.LoadedPartition#release} was called as often as this
   * @param from first row, in the order of keys
   * @param to after the last row
   */
  void add(PartitionLoader.LoadedPartition partition, int from, int to)
      throws IOException, InterruptedException;

  /** Flushes the shard to disk and publishes it; the next row starts another one. */
  void endShard() throws IOException, InterruptedException;

  /** Starts to make everything written so far durable. */
  Checkpoint checkpoint() throws IOException;

  /** A checkpoint in progress. Rows may be added meanwhile, but no shard may end. */
  @FunctionalInterface
  interface Checkpoint {
    /** Waits for the disk, on any thread, and returns what is durable. */
    Certain await() throws IOException;
  }

  /**
   * What is durable.
   *
   * @param rows of all shards
   * @param shardBytes of the open shard
   */
  record Certain(long rows, long shardBytes) {}
}
