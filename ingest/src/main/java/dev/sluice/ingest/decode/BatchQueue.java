package dev.sluice.ingest.decode;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Hands the batches of one decoding thread over to the publishing thread, in order. */
final class BatchQueue {
  private static final long POLL_MILLIS = 20;

  private final String what;

  /** Batches in order, then an empty element. */
  private final BlockingQueue<Optional<EncodedBatch>> batches;

  private volatile Future<Void> running;

  /**
   * @param what is decoded, for messages
   * @param capacity number of batches that may wait
   */
  BatchQueue(String what, int capacity) {
    this.what = what;
    this.batches = new LinkedBlockingQueue<>(capacity);
  }

  void runsAs(Future<Void> future) {
    running = future;
  }

  void cancel() {
    running.cancel(true);
  }

  /** Adds a batch; blocks while too many are waiting. */
  void put(EncodedBatch batch) throws InterruptedException {
    batches.put(Optional.of(batch));
  }

  /** Adds batches at once, for which there must be room: each call wakes the publishing thread. */
  void addAll(List<EncodedBatch> all) {
    batches.addAll(all.stream().map(Optional::of).toList());
  }

  /** Must be the last call, also after a failure. */
  void end() throws InterruptedException {
    batches.put(Optional.empty());
  }

  /**
   * Waits for the next batch; empty, once, after the last.
   *
   * @param idle called repeatedly while waiting
   * @throws IOException if decoding failed, after all batches before the failure
   */
  Optional<EncodedBatch> next(RowGroupDecode.Idle idle) throws IOException, InterruptedException {
    Optional<EncodedBatch> batch = batches.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    while (batch == null) {
      idle.run();
      batch = batches.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }
    if (batch.isEmpty()) {
      rethrow();
    }
    return batch;
  }

  private void rethrow() throws IOException, InterruptedException {
    try {
      running.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      throw new IllegalStateException(what + " failed", e.getCause());
    }
  }
}
