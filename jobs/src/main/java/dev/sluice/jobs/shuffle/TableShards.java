package dev.sluice.jobs.shuffle;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Parquet shards. A row group ends when the size of its rows in partitions reaches a limit, so it
 * is a function of the rows alone. Several are compressed at the same time and written in order.
 * Memory: one compressed row group more than there are threads.
 */
final class TableShards implements Shards {
  /** Approximate size of a row group's rows in partitions. */
  private static final long ROW_GROUP_BYTES = 8L << 20;

  private final ShardPlan plan;
  private final RowTable table;
  private final WorkerPool threads;
  private final OrderedWork ended;
  private final ChunkRows row = new ChunkRows();
  private Optional<CompletableFuture<TableRowGroup>> open = Optional.empty();
  private long openBytes;
  private TableWriter writer;
  private int shard;
  private long rowsBefore;

  /**
   * Continues a shard after its durable part.
   *
   * @param packing number of row groups compressed at the same time
   */
  TableShards(ShardPlan plan, int shard, RowTable table, int packing) throws IOException {
    this.plan = plan;
    this.shard = shard;
    this.rowsBefore = plan.firstRow(shard);
    this.table = table;
    this.threads = new WorkerPool("shuffle-packing", packing);
    this.ended = new OrderedWork(threads, packing);
    this.writer = TableWriter.continueAt(table.format(), plan.temporary(shard).path());
  }

  /** The durable rows of all shards. */
  long rows() {
    return rowsBefore + writer.rows();
  }

  @Override
  public void add(PartitionLoader.LoadedPartition partition, int from, int to)
      throws IOException, InterruptedException {
    int begun = from;
    for (int i = from; i < to; i++) {
      partition.rows().find(i, row);
      openBytes += row.length();
      if (openBytes >= ROW_GROUP_BYTES) {
        pack(partition, begun, i + 1);
        endRowGroup();
        begun = i + 1;
      }
    }
    pack(partition, begun, to);
    partition.release();
  }

  /** The rows of one row group are compressed sequentially. */
  private void pack(PartitionLoader.LoadedPartition partition, int from, int to) {
    if (from == to) {
      return;
    }
    partition.hold();
    CompletableFuture<TableRowGroup> before =
        open.orElseGet(
            () -> CompletableFuture.supplyAsync(() -> new TableRowGroup(table.format()), threads));
    open = Optional.of(before.thenApplyAsync(group -> add(group, partition, from, to), threads));
  }

  private TableRowGroup add(
      TableRowGroup group, PartitionLoader.LoadedPartition partition, int from, int to) {
    RowTable.Packer packer = table.packers().get();
    ChunkRows packed = new ChunkRows();
    try {
      for (int i = from; i < to; i++) {
        partition.rows().find(i, packed);
        packer.add(group, partition.rows().bytes(), packed.offset(), packed.length());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      partition.release();
    }
    return group;
  }

  private void endRowGroup() throws IOException, InterruptedException {
    if (open.isPresent()) {
      CompletableFuture<TableRowGroup> group =
          open.get().thenApplyAsync(TableShards::finished, threads);
      ended.then(1, () -> writer.append(WorkerPool.resultOf(group)));
    }
    open = Optional.empty();
    openBytes = 0;
  }

  private static TableRowGroup finished(TableRowGroup group) {
    group.finish();
    return group;
  }

  @Override
  public void endShard() throws IOException, InterruptedException {
    endRowGroup();
    ended.finish();
    writer.complete();
    plan.temporary(shard).publish();
    TableWriter.deleteCheckpoint(plan.temporary(shard).path());
    rowsBefore += writer.rows();
    shard++;
    if (shard < plan.shards()) {
      writer = TableWriter.continueAt(table.format(), plan.temporary(shard).path());
    }
  }

  @Override
  public Checkpoint checkpoint() throws IOException {
    writer.checkpoint();
    Certain certain = new Certain(rows(), 0);
    return () -> certain;
  }

  /** No work is running any more when it returns. */
  @Override
  public void close() throws IOException {
    threads.close();
    writer.close();
  }
}
