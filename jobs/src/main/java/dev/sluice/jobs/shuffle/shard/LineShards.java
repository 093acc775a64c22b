package dev.sluice.jobs.shuffle.shard;

import dev.sluice.jobs.shuffle.partition.DamagedPartitionException;
import dev.sluice.jobs.shuffle.partition.LoadedPartition;
import dev.sluice.jobs.text.TemporaryFile;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.Optional;

/** Shards of lines. */
public final class LineShards implements RowSink {
  private final ShardNames names;
  private final LineWriter lines = new LineWriter();
  private Optional<FileOutputStream> open = Optional.empty();
  private int shard;
  private long begunBytes;
  private long rows;

  /**
   * @param shard index of the next shard
   * @param bytes of it that are durable
   * @param rows of all shards that are durable
   */
  public LineShards(ShardNames names, int shard, long bytes, long rows) throws IOException {
    this.names = names;
    this.shard = shard;
    this.rows = rows;
    if (bytes > 0) {
      open(bytes);
    }
  }

  private FileOutputStream open(long bytes) throws IOException {
    TemporaryFile file = names.temporary(shard);
    try (RandomAccessFile begun = new RandomAccessFile(file.path().toFile(), "rw")) {
      if (begun.length() < bytes) {
        throw new DamagedPartitionException(
            file.path(), "%d of %d bytes".formatted(begun.length(), bytes));
      }
      if (begun.length() > bytes) {
        begun.setLength(bytes);
      }
    }
    FileOutputStream opened = new FileOutputStream(file.path().toFile(), true);
    open = Optional.of(opened);
    begunBytes = lines.bytes() - bytes;
    return opened;
  }

  private FileOutputStream out() throws IOException {
    return open.isPresent() ? open.get() : open(0);
  }

  @Override
  public void add(LoadedPartition partition, int from, int to) throws IOException {
    lines.write(partition.rows(), from, to, out());
    rows += to - from;
    partition.release();
  }

  @Override
  public void endShard() throws IOException {
    lines.flush(out());
    close();
    names.temporary(shard).publish();
    shard++;
  }

  @Override
  public Checkpoint checkpoint() throws IOException {
    FileOutputStream out = out();
    lines.flush(out);
    Certain certain = new Certain(rows, lines.bytes() - begunBytes);
    return () -> {
      out.getFD().sync();
      return certain;
    };
  }

  @Override
  public void close() throws IOException {
    if (open.isPresent()) {
      FileOutputStream closing = open.get();
      open = Optional.empty();
      closing.close();
    }
  }
}
