package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.core.work.WorkerPool;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** Loads and sorts partitions on its own thread, one ahead of the consumer. */
final class PartitionLoader implements Closeable {
  private static final int AT_ONCE = 2;

  private final Path directory;
  private final Iterator<ShufflePartition> left;
  private final BlockingQueue<PartitionRows> free = new ArrayBlockingQueue<>(AT_ONCE);
  private final WorkerPool thread = new WorkerPool("shuffle-partitions", 1);
  private Optional<Future<LoadedPartition>> next = Optional.empty();

  PartitionLoader(ShuffleKeys keys, Path directory, List<ShufflePartition> partitions) {
    this.directory = directory;
    this.left = partitions.iterator();
    for (int i = 0; i < AT_ONCE; i++) {
      free.add(new PartitionRows(keys, partitions));
    }
    begin();
  }

  private void begin() {
    next = Optional.empty();
    if (left.hasNext()) {
      ShufflePartition partition = left.next();
      next = Optional.of(thread.submit(() -> load(partition)));
    }
  }

  private LoadedPartition load(ShufflePartition partition)
      throws IOException, InterruptedException {
    PartitionRows rows = free.take();
    rows.load(directory, partition);
    return new LoadedPartition(rows, free);
  }

  /** The next partition. */
  LoadedPartition next() throws IOException, InterruptedException {
    LoadedPartition loaded = WorkerPool.resultOf(next.orElseThrow());
    begin();
    return loaded;
  }

  /** Nothing is being loaded any more when it returns. */
  @Override
  public void close() {
    thread.close();
  }

  /** A partition in memory with a count of its users; its memory is reused when there are none. */
  static final class LoadedPartition {
    private final PartitionRows rows;
    private final BlockingQueue<PartitionRows> free;
    private final AtomicInteger holders = new AtomicInteger(1);

    LoadedPartition(PartitionRows rows, BlockingQueue<PartitionRows> free) {
      this.rows = rows;
      this.free = free;
    }

    public PartitionRows rows() {
      return rows;
    }

    public void hold() {
      holders.incrementAndGet();
    }

    public void release() {
      if (holders.decrementAndGet() == 0) {
        free.add(rows);
      }
    }
  }
}
