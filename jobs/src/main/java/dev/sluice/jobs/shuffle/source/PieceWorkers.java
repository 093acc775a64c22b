package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.text.WorkerThreads;
import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Runs work on several threads. The next call of the submitting thread throws what failed. */
public final class PieceWorkers implements Closeable {
  private final int pending;
  private final Semaphore room;
  private final ExecutorService threads;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** A piece of work. */
  @FunctionalInterface
  public interface Work {
    void run() throws IOException;
  }

  /**
   * @param threads 1 or more; one more piece than that may wait
   */
  public PieceWorkers(int threads) {
    this.pending = threads + 1;
    this.room = new Semaphore(pending);
    this.threads = WorkerThreads.named("shuffle", threads);
  }

  /** Runs it as soon as a thread is free; blocks while too much is pending. */
  public void submit(Work work) throws IOException, InterruptedException {
    room.acquire();
    threads.execute(
        () -> {
          try {
            if (failure.get() == null) {
              work.run();
            }
          } catch (IOException | RuntimeException | Error e) {
            failure.compareAndSet(null, e);
          } finally {
            room.release();
          }
        });
    check();
  }

  /** Returns when everything submitted is done. */
  public void drain() throws IOException {
    room.acquireUninterruptibly(pending);
    room.release(pending);
    check();
  }

  private void check() throws IOException {
    Throwable failed = failure.get();
    if (failed instanceof IOException io) {
      throw io;
    }
    if (failed instanceof RuntimeException unchecked) {
      throw unchecked;
    }
    if (failed instanceof Error error) {
      throw error;
    }
  }

  /** No work is running any more when it returns. */
  @Override
  public void close() {
    threads.shutdown();
    WorkerThreads.awaitEnd(threads);
  }
}
