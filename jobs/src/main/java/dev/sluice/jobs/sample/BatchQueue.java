package dev.sluice.jobs.sample;

import dev.sluice.storage.table.TextRowGroup;
import dev.sluice.storage.table.TextTableFormat;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads and packs batches on several threads and hands them over in the order they came in. At most
 * two more than there are threads are held. Used by one thread; to be closed.
 */
final class BatchQueue implements AutoCloseable {
  private final TextTableFormat format;
  private final ExecutorService pool;
  private final int most;
  private final Queue<Pending> pending = new ArrayDeque<>();

  /** A batch that is being worked at. */
  record Pending(int part, int bucket, Future<SampleBatch> batch) {
    /** Waits for it. */
    SampleBatch await() throws IOException, InterruptedException {
      try {
        return batch.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof IOException io) {
          throw io;
        }
        if (e.getCause() instanceof RuntimeException runtime) {
          throw runtime;
        }
        throw new IllegalStateException("a batch failed: " + e.getCause(), e);
      }
    }
  }

  BatchQueue(TextTableFormat format, int threads) {
    this.format = format;
    this.pool = Executors.newFixedThreadPool(threads);
    this.most = threads + 2;
  }

  boolean isFull() {
    return pending.size() == most;
  }

  boolean isEmpty() {
    return pending.isEmpty();
  }

  void add(int part, int bucket, List<String> labels, BatchWork work) {
    Future<SampleBatch> batch =
        pool.submit(
            () ->
                SourceSurvey.RETRY.call(
                    () -> {
                      SampleBatch packed = new SampleBatch(new TextRowGroup(format, labels));
                      work.writeTo(packed);
                      packed.group().finish();
                      return packed;
                    }));
    pending.add(new Pending(part, bucket, batch));
  }

  /** The oldest, which there must be. */
  Pending next() {
    return pending.remove();
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
