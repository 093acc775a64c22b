package dev.sluice.jobs.dedup.pairs;

import dev.sluice.jobs.dedup.spill.LongSource;
import dev.sluice.jobs.dedup.spill.PairConsumer;
import dev.sluice.jobs.text.WorkerThreads;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Compares the documents of pairs in batches on several threads; results come in order. Memory: one
 * batch of pairs with their features per thread, and one more.
 */
public final class Similarities implements Closeable {
  private final List<Batch> batches = new ArrayList<>();
  private final Deque<Batch> free = new ArrayDeque<>();
  private final Deque<Future<Batch>> begun = new ArrayDeque<>();
  private final ExecutorService workers;

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
    this.workers = WorkerThreads.named("dedup-compare", threads);
    for (int i = 0; i <= threads; i++) {
      batches.add(new Batch(batch, comparers.open()));
    }
    free.addAll(batches);
  }

  /** Compares all pairs of a source. */
  public void each(LongSource source, PairConsumer taker) throws IOException, InterruptedException {
    while (true) {
      Batch batch = free.isEmpty() ? finishOldest(taker) : free.remove();
      if (!batch.fill(source)) {
        free.add(batch);
        break;
      }
      begun.add(workers.submit(batch::compare));
    }
    while (!begun.isEmpty()) {
      free.add(finishOldest(taker));
    }
  }

  private Batch finishOldest(PairConsumer taker) throws IOException, InterruptedException {
    Batch batch = WorkerThreads.resultOf(begun.remove());
    batch.handTo(taker);
    return batch;
  }

  /** Nothing is being compared any more when it returns. */
  @Override
  public void close() throws IOException {
    workers.shutdownNow();
    WorkerThreads.awaitEnd(workers);
    for (Batch batch : batches) {
      batch.close();
    }
  }
}
