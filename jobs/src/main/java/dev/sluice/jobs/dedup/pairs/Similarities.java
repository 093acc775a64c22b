package dev.sluice.jobs.dedup.pairs;

import dev.sluice.core.work.OrderedWork;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.PairConsumer;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Compares the documents of pairs in batches on several threads; results come in order. Memory: one
 * batch of pairs with their features per thread, and one more.
 */
public final class Similarities implements Closeable {
  private final List<Batch> batches = new ArrayList<>();
  private final Deque<Batch> free = new ArrayDeque<>();
  private final WorkerPool workers;

  /** Pairs with a reader of their own. */
  private static final class Batch implements Closeable {
    private final long[] pairs;
    private final double[] similarities;
    private final PairComparer comparer;
    private int size;

    Batch(int capacity, PairComparer comparer) {
      this.pairs = new long[capacity];
      this.similarities = new double[capacity];
      this.comparer = comparer;
    }

    boolean fill(LongSource source) throws IOException {
      size = 0;
      while (size < pairs.length && source.next()) {
        pairs[size++] = source.value();
      }
      return size > 0;
    }

    Batch compare() throws IOException {
      comparer.compare(pairs, size, similarities);
      return this;
    }

    void handTo(PairConsumer taker) throws IOException {
      for (int i = 0; i < size; i++) {
        taker.take(pairs[i], similarities[i]);
      }
    }

    @Override
    public void close() throws IOException {
      comparer.close();
    }
  }

  /**
   * @param batch number of pairs that a thread compares at a time
   */
  Similarities(PairComparer.Factory comparers, int threads, int batch) throws IOException {
    this.workers = new WorkerPool("dedup-compare", threads);
    for (int i = 0; i <= threads; i++) {
      batches.add(new Batch(batch, comparers.open()));
    }
    free.addAll(batches);
  }

  /** Compares all pairs of a source. */
  public void each(LongSource source, PairConsumer taker) throws IOException, InterruptedException {
    OrderedWork comparisons = new OrderedWork(workers, workers.size());
    Batch batch = free.remove();
    while (batch.fill(source)) {
      comparisons.submit(1, batch::compare, compared -> finish(compared, taker));
      batch = free.remove();
    }
    free.add(batch);
    comparisons.finish();
  }

  private void finish(Batch compared, PairConsumer taker) throws IOException {
    compared.handTo(taker);
    free.add(compared);
  }

  /** Ends all comparisons before it returns. */
  @Override
  public void close() throws IOException {
    workers.close();
    for (Batch batch : batches) {
      batch.close();
    }
  }
}
