package dev.sluice.jobs.shuffle.shard;

import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.shuffle.partition.ChunkRows;
import dev.sluice.jobs.shuffle.partition.LoadedPartition;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableRowGroup;
import dev.sluice.storage.table.TableWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Parquet shards. A row group ends when the size of its rows in partitions reaches a limit, so it
 * is a function of the rows alone. Several are compressed at the same time and written in order.
 * Memory: one compressed row group more than there are threads.
 */
public final class TableShards implements RowSink {
  /** Approximate size of a row group's rows in partitions. */
  private static final long ROW_GROUP_BYTES = 8L << 20;

  private final ShardNames names;
  private final TableFormat format;
  private final Supplier<RowPacker> packers;
  private final int packing;
  private final WorkerPool threads;
  private final Queue<CompletableFuture<TableRowGroup>> ended = new ArrayDeque<>();
  private final ChunkRows row = new ChunkRows();
  private Optional<CompletableFuture<TableRowGroup>> open = Optional.empty();
  private long openBytes;
  private TableWriter writer;
  private int shard;
  private long rowsBefore;

  /**
   * Continues a shard after its durable part.
   *
   * @param rowsBefore of the previous shards
   * @param packers one per piece of work
   * @param packing number of row groups compressed at the same time
   */
  public TableShards(
      ShardNames names,
      int shard,
      long rowsBefore,
      TableFormat format,
      Supplier<RowPacker> packers,
      int packing)
      throws IOException {
    this.names = names;
    this.shard = shard;
    this.rowsBefore = rowsBefore;
    this.format = format;
    this.packers = packers;
    this.packing = packing;
    this.threads = new WorkerPool("shuffle-packing", packing);
    this.writer = TableWriter.continueAt(format, names.temporary(shard).path());
  }

  /** The durable rows of all shards. */
  public long rows() {
    return rowsBefore + writer.rows();
  }

  @Override
  public void add(LoadedPartition partition, int from, int to)
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
  private void pack(LoadedPartition partition, int from, int to) {
    if (from == to) {
      return;
    }
    partition.hold();
    CompletableFuture<TableRowGroup> before =
        open.orElseGet(
            () -> CompletableFuture.supplyAsync(() -> new TableRowGroup(format), threads));
    open = Optional.of(before.thenApplyAsync(group -> add(group, partition, from, to), threads));
  }

  private TableRowGroup add(TableRowGroup group, LoadedPartition partition, int from, int to) {
    RowPacker packer = packers.get();
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
      ended.add(open.get().thenApplyAsync(TableShards::finished, threads));
    }
    open = Optional.empty();
    openBytes = 0;
    while (ended.size() > packing) {
      writeOldest();
    }
  }

  private static TableRowGroup finished(TableRowGroup group) {
    group.finish();
    return group;
  }

  private void writeOldest() throws IOException, InterruptedException {
    writer.append(WorkerPool.resultOf(ended.remove()));
  }

  @Override
  public void endShard() throws IOException, InterruptedException {
    endRowGroup();
    while (!ended.isEmpty()) {
      writeOldest();
    }
    writer.close();
    names.temporary(shard).publish();
    writer.deleteCheckpoint();
    rowsBefore += writer.rows();
    shard++;
    if (shard < names.shards()) {
      writer = TableWriter.continueAt(format, names.temporary(shard).path());
    }
  }

  @Override
  public Checkpoint checkpoint() throws IOException {
    Certain certain = new Certain(rowsBefore + writer.checkpoint().rows(), 0);
    return () -> certain;
  }

  /** No work is running any more when it returns. */
  @Override
  public void close() throws IOException {
    threads.close();
    writer.release();
  }
}
