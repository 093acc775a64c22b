package dev.sluice.jobs.shuffle;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.shuffle.ShuffleRequest.FileSplit;
import dev.sluice.jobs.text.DamagedSpillException;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.json.LineSink;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowSink;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.table.TableWriter;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Writes rows in their final order to shards of lines or of Parquet. A row group ends when the size
 * of its rows reaches a limit, so its boundaries depend only on the rows. Several row groups are
 * compressed at the same time and written in order. Used by one thread. If closed before the last
 * row, leaves the open shard under its temporary name, so that it can be resumed.
 *
 * <p>Memory: a buffer of 64 KiB for lines; for Parquet, the rows of the open row group, and the
 * rows and compressed pages of the row groups that are being compressed.
 */
final class Shards implements Closeable {
  private static final int ROW_GROUP_BYTES = 8 << 20;

  /** Space that suffices for the last row of most row groups. */
  private static final int LAST_ROW_BYTES = 512 << 10;

  private final ShardPlan plan;
  private final Optional<TableFormat> table;
  private final WorkerPool threads;
  private final OrderedWork ended;
  private final Deque<ByteRows> unused = new ArrayDeque<>();
  private ByteRows open = new ByteRows(0);
  private RowSink sink;
  private int shard;

  /**
   * The durable part of the output.
   *
   * @param rows number of rows in all shards
   * @param shardBytes size of the open shard, if it consists of lines
   */
  record Certain(long rows, long shardBytes) {}

  /**
   * Continues a shard after its durable part.
   *
   * @param shard index of the open shard
   * @param certain the durable part; for Parquet, more can be durable
   * @param table the columns for Parquet; empty for lines
   * @param packing number of row groups compressed at the same time
   */
  Shards(ShardPlan plan, int shard, Certain certain, Optional<TableFormat> table, int packing)
      throws IOException {
    this.plan = plan;
    this.shard = shard;
    this.table = table;
    this.threads = new WorkerPool("shuffle-packing", packing);
    this.ended = new OrderedWork(threads, packing);
    this.sink = opened(certain.rows() - plan.firstRow(shard), certain.shardBytes());
  }

  private RowSink opened(long rows, long bytes) throws IOException {
    Path file = plan.temporary(shard).path();
    if (table.isPresent()) {
      return TableWriter.continueAt(table.get(), file);
    }
    LineSink lines = LineSink.plain(file);
    if (!lines.continueAt(rows, bytes)) {
      throw new DamagedSpillException(
          file,
          "it has only %d of %d bytes".formatted(Files.exists(file) ? Files.size(file) : 0, bytes));
    }
    return lines;
  }

  /** Returns the number of rows written to all shards. */
  long rows() {
    return plan.firstRow(shard) + sink.rows();
  }

  /**
   * Adds rows of one shard.
   *
   * @param from index of the first row, in the order of keys
   * @param to index after the last row
   */
  void add(PartitionRows rows, int from, int to) throws IOException, InterruptedException {
    byte[] bytes = rows.bytes();
    for (int i = from; i < to; i++) {
      if (sink instanceof LineSink lines) {
        lines.write(bytes, rows.offset(i), rows.length(i));
      } else {
        collect(bytes, rows.offset(i), rows.length(i));
      }
    }
  }

  private void collect(byte[] bytes, int offset, int length)
      throws IOException, InterruptedException {
    if (open.room() == 0) {
      open = unused.isEmpty() ? new ByteRows(ROW_GROUP_BYTES + LAST_ROW_BYTES) : unused.remove();
    }
    open.append(bytes, offset, length);
    open.endRow();
    if (open.length() >= ROW_GROUP_BYTES) {
      endRowGroup();
    }
  }

  private void endRowGroup() throws IOException, InterruptedException {
    ByteRows rows = open;
    open = new ByteRows(0);
    ended.submit(1, sink.packing(List.of(rows)), packed -> append(packed, rows));
  }

  private void append(RowSink.Packed packed, ByteRows rows) throws IOException {
    packed.append();
    if (rows.room() == ROW_GROUP_BYTES + LAST_ROW_BYTES) {
      rows.clear();
      unused.add(rows);
    }
  }

  /** Flushes the shard to disk and publishes it. The next row starts a new shard. */
  void endShard() throws IOException, InterruptedException {
    if (open.size() > 0) {
      endRowGroup();
    }
    ended.finish();
    sink.complete();
    plan.temporary(shard).publish();
    if (table.isPresent()) {
      TableWriter.deleteCheckpoint(plan.temporary(shard).path());
    }
    shard++;
    if (shard < plan.shards()) {
      sink = opened(0, 0);
    }
  }

  /**
   * Starts to make everything written so far durable.
   *
   * @return a callable for any thread that waits for the disk and returns what is durable. While it
   *     waits, rows can be added, but no shard may end
   */
  Callable<Certain> checkpoint() throws IOException {
    if (sink instanceof LineSink lines) {
      FileDescriptor file = lines.flush();
      Certain certain = new Certain(rows(), lines.bytes());
      return () -> {
        file.sync();
        return certain;
      };
    }
    sink.checkpoint();
    Certain certain = new Certain(rows(), 0);
    return () -> certain;
  }

  /** Closes the open shard. No work is running when this method returns. */
  @Override
  public void close() throws IOException {
    threads.close();
    sink.close();
  }

  /**
   * The plan of shards: their rows and their paths.
   *
   * @param split the requested division into files
   * @param rows total number of rows
   * @param directory the directory of all shards
   * @param format the format, which determines the extension
   */
  record ShardPlan(FileSplit split, long rows, Path directory, RowFormat format) {
    int shards() {
      return split.files(rows);
    }

    /**
     * Returns the first row of a shard. If the argument is the number of shards, returns the number
     * of rows.
     */
    long firstRow(int shard) {
      return split.firstRow(shard, rows);
    }

    String name(int shard) {
      return "train-%05d-of-%05d.%s".formatted(shard, shards(), format.ending());
    }

    Path path(int shard) {
      return directory.resolve(name(shard));
    }

    TemporaryFile temporary(int shard) {
      return new TemporaryFile(path(shard));
    }
  }
}
