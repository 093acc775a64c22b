package dev.sluice.jobs.shuffle;

import dev.sluice.storage.json.LineSink;
import java.io.FileDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Shards of lines. Memory: a buffer of 64 KiB. */
final class LineShards implements Shards {
  private final ShardPlan plan;
  private final ChunkRows row = new ChunkRows();
  private LineSink lines;
  private int shard;

  /**
   * @param shard index of the next shard
   * @param bytes of it that are durable
   * @param rows of all shards that are durable
   */
  LineShards(ShardPlan plan, int shard, long bytes, long rows) throws IOException {
    this.plan = plan;
    this.shard = shard;
    this.lines = opened(bytes, rows);
  }

  /** Opens the shard; counts the rows of all shards. */
  private LineSink opened(long bytes, long rows) throws IOException {
    Path file = plan.temporary(shard).path();
    LineSink opened = LineSink.plain(file);
    if (!opened.continueAt(rows, bytes)) {
      throw new DamagedPartitionException(
          file, "%d of %d bytes".formatted(Files.exists(file) ? Files.size(file) : 0, bytes));
    }
    return opened;
  }

  @Override
  public void add(PartitionLoader.LoadedPartition partition, int from, int to) throws IOException {
    for (int i = from; i < to; i++) {
      partition.rows().find(i, row);
      lines.write(partition.rows().bytes(), row.offset(), row.length());
    }
    partition.release();
  }

  @Override
  public void endShard() throws IOException {
    lines.complete();
    plan.temporary(shard).publish();
    shard++;
    if (shard < plan.shards()) {
      lines = opened(0, lines.rows());
    }
  }

  @Override
  public Checkpoint checkpoint() throws IOException {
    FileDescriptor file = lines.flush();
    Certain certain = new Certain(lines.rows(), lines.bytes());
    return () -> {
      file.sync();
      return certain;
    };
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
