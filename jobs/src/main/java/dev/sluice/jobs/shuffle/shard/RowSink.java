package dev.sluice.jobs.shuffle.shard;

import dev.sluice.jobs.shuffle.partition.LoadedPartition;
import java.io.Closeable;
import java.io.IOException;

/**
 * Writes rows in their final order into shards. Used by one thread. Closed before its end it leaves
 * the open shard under its temporary name, to be continued.
 */
public interface RowSink extends Closeable {
  /**
   * Adds the next rows, all of one shard.
   *
   * @param pile that holds them; must be held until {@link LoadedPartition#release} was called as
   *     often as this
   * @param from the first, in the order of the keys
   * @param to behind the last
   */
  void add(LoadedPartition pile, int from, int to) throws IOException, InterruptedException;

  /** Brings the shard to the disk and gives it its name; the next row begins another. */
  void endShard() throws IOException, InterruptedException;

  /** Begins to make certain what has been written so far. */
  Checkpoint checkpoint() throws IOException;

  /** What is left of a checkpoint; rows may be added meanwhile, but no shard may end. */
  @FunctionalInterface
  interface Checkpoint {
    /** Waits for the disk, on any thread, and tells what is certain. */
    Certain await() throws IOException;
  }

  /**
   * What is on the disk.
   *
   * @param rows of all shards
   * @param shardBytes of the open one
   */
  record Certain(long rows, long shardBytes) {}
}
