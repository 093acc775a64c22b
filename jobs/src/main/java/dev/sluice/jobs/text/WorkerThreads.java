package dev.sluice.jobs.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Daemon threads for jobs. */
public final class WorkerThreads {
  private WorkerThreads() {}

  /** A pool of threads with this name. */
  public static ExecutorService named(String name, int threads) {
    return Executors.newFixedThreadPool(
        threads,
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Waits for a pool that has been shut down; no thread is working any more when it returns, even
   * if this thread was interrupted.
   */
  public static void awaitEnd(ExecutorService threads) {
    boolean interrupted = Thread.interrupted();
    while (!threads.isTerminated()) {
      try {
        threads.awaitTermination(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits for a result.
   *
   * @throws IOException thrown by the work, also as an unchecked one
   * @throws IllegalStateException with anything else it threw as the cause
   */
  public static <T> T resultOf(Future<T> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}
