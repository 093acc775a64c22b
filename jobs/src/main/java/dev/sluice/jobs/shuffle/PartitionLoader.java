package dev.sluice.jobs.shuffle;

import dev.sluice.algorithms.shuffle.ShuffleKeys;
import dev.sluice.core.work.WorkerPool;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;

/** Loads and sorts partitions on its own thread, one ahead of the consumer. */
final class PartitionLoader implements Closeable {
  private static final int AT_ONCE = 2;

  private final Path directory;
  private final BlockingQueue<PartitionRows> free = new ArrayBlockingQueue<>(AT_ONCE);
  private final WorkerPool thread = new WorkerPool("shuffle-partitions", 1);
  private final Iterator<Future<PartitionRows>> loaded;

  PartitionLoader(ShuffleKeys keys, Path directory, List<ShufflePartition> partitions) {
    this.directory = directory;
    for (int i = 0; i < AT_ONCE; i++) {
      free.add(new PartitionRows(keys, partitions));
    }
    this.loaded =
        partitions.stream()
            .map(partition -> thread.submit(() -> load(partition)))
            .toList()
            .iterator();
  }

  private PartitionRows load(ShufflePartition partition) throws IOException, InterruptedException {
    PartitionRows rows = free.take();
    rows.load(directory, partition);
    return rows;
  }

  /** The next partition, until it is {@linkplain #release released}. */
  PartitionRows next() throws IOException, InterruptedException {
    return WorkerPool.resultOf(loaded.next());
  }

  /** The memory of a partition can be used for another one. */
  void release(PartitionRows rows) {
    free.add(rows);
  }

  /** Nothing is being loaded any more when it returns. */
  @Override
  public void close() {
    thread.close();
  }
}
