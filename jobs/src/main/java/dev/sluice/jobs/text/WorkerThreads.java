package dev.sluice.jobs.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** The threads that work for a job. They do not keep the process alive. */
public final class WorkerThreads {
  private WorkerThreads() {}

  /** So many threads of this name. */
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
   * Waits for threads that have been shut down: nobody works any longer when it returns, also when
   * this thread was interrupted.
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
   * @throws IOException that the work threw, also as an unchecked one
   * @throws IllegalStateException with whatever else it threw as the cause
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
