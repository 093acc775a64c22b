package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.shuffle.Shards.ShardPlan;
import dev.sluice.jobs.shuffle.ShuffleState.ShufflePartition;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * The second pass. It loads one partition after the other, sorts the partition in memory, and
 * writes it to shards. At intervals, records what is durable and deletes the partitions that are no
 * longer needed. Memory: two partitions, and the memory of {@link Shards}.
 */
final class GatherPass {
  /** Number of partitions in memory: one is written while the next is loaded. */
  private static final int LOADED = 2;

  private final Path directory;
  private final ShardPlan plan;
  private final Shards shards;
  private final long checkpointBytes;
  private final ScatterPass.Checkpoints checkpoints;
  private final JobProgress progress;
  private ShuffleState state;
  private long row;
  private int shard;
  private long bytes;
  private long notedBytes;
  private Optional<FutureTask<Shards.Certain>> checkpoint = Optional.empty();

  /**
   * @param shards positioned after the rows of the state
   * @param state the checkpoint with the number of durable rows; the open shard is the first one
   *     that is not published
   */
  GatherPass(
      Path directory,
      ShardPlan plan,
      Shards shards,
      int shard,
      ShuffleState state,
      long checkpointBytes,
      ScatterPass.Checkpoints checkpoints,
      JobProgress progress) {
    this.directory = directory;
    this.plan = plan;
    this.shards = shards;
    this.shard = shard;
    this.state = state;
    this.checkpointBytes = checkpointBytes;
    this.checkpoints = checkpoints;
    this.progress = progress;
    this.row = state.written();
  }

  /** Writes all remaining rows. */
  void run() throws IOException, InterruptedException {
    List<ShufflePartition> left = new ArrayList<>();
    long end = 0;
    for (ShufflePartition partition : state.partitions()) {
      end += partition.rows();
      if (end > row) {
        left.add(partition);
      }
    }
    long first = end - left.stream().mapToLong(ShufflePartition::rows).sum();
    long allBytes = left.stream().mapToLong(ShufflePartition::bytes).sum();
    ShuffleKeys keys = ShuffleKeys.of(state.seed());
    BlockingQueue<PartitionRows> free = new ArrayBlockingQueue<>(LOADED);
    for (int i = 0; i < LOADED; i++) {
      free.add(new PartitionRows(keys, left));
    }
    try (WorkerPool thread = new WorkerPool("shuffle-partitions", 1)) {
      Iterator<Future<PartitionRows>> loaded =
          left.stream().map(each -> thread.submit(() -> load(each, free))).toList().iterator();
      for (ShufflePartition partition : left) {
        PartitionRows rows = WorkerPool.resultOf(loaded.next());
        add(rows, (int) (row - first));
        free.add(rows);
        first += partition.rows();
        bytes += partition.bytes();
        String name = plan.name(shard);
        progress.reached(new JobPosition(JobPhase.WRITING, bytes, allBytes, row, name));
        noteIfDue();
      }
    }
    endFullShards();
  }

  private PartitionRows load(ShufflePartition partition, BlockingQueue<PartitionRows> free)
      throws IOException, InterruptedException {
    PartitionRows rows = free.take();
    rows.load(directory, partition);
    return rows;
  }

  private void add(PartitionRows rows, int begin) throws IOException, InterruptedException {
    int from = begin;
    while (from < rows.size()) {
      endFullShards();
      int to = (int) Math.min(rows.size(), from + plan.firstRow(shard + 1) - row);
      shards.add(rows, from, to);
      row += to - from;
      from = to;
    }
  }

  private void endFullShards() throws IOException, InterruptedException {
    while (shard < plan.shards() && plan.firstRow(shard + 1) == row) {
      noteCheckpoint();
      shards.endShard();
      shard++;
      note(new Shards.Certain(row, 0));
    }
  }

  /**
   * Starts a checkpoint if one is due. A different thread waits for the disk while more rows are
   * written.
   */
  private void noteIfDue() throws IOException, InterruptedException {
    if (bytes - notedBytes >= checkpointBytes) {
      notedBytes = bytes;
      noteCheckpoint();
      FutureTask<Shards.Certain> begun = new FutureTask<>(shards.checkpoint());
      Thread thread = new Thread(begun, "shuffle-checkpoint");
      thread.setDaemon(true);
      thread.start();
      checkpoint = Optional.of(begun);
    }
  }

  /** Records the most recently started checkpoint, once its rows are durable. */
  private void noteCheckpoint() throws IOException, InterruptedException {
    if (checkpoint.isEmpty()) {
      return;
    }
    FutureTask<Shards.Certain> begun = checkpoint.get();
    checkpoint = Optional.empty();
    note(WorkerPool.resultOf(begun));
  }

  private void note(Shards.Certain certain) throws IOException {
    long before = state.written();
    state = state.written(certain.rows(), certain.shardBytes());
    checkpoints.note(state);
    long end = 0;
    for (ShufflePartition partition : state.partitions()) {
      end += partition.rows();
      if (end > before && end <= certain.rows()) {
        Files.deleteIfExists(directory.resolve(partition.fileName()));
      }
    }
  }
}
