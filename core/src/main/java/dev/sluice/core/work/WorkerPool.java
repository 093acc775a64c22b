package dev.sluice.core.work;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A fixed number of daemon threads. Thread-safe. */
public final class WorkerPool implements Executor, AutoCloseable {
  private final ThreadPoolExecutor threads;
  private final int size;

  /**
   * @param name name of each thread
   * @param size number of threads, 1 or more
   */
  public WorkerPool(String name, int size) {
    this.size = size;
    this.threads =
        new ThreadPoolExecutor(
            size,
            size,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Returns the number of threads. */
  public int size() {
    return size;
  }

  @Override
  public void execute(Runnable work) {
    threads.execute(work);
  }

  /** Starts work as soon as a thread is free. */
  public <T> Future<T> submit(Callable<T> work) {
    return threads.submit(work);
  }

  /**
   * Does all work and returns the results in the order of the work. If some work fails, the rest
   * may still run: close the pool.
   *
   * @throws IOException if the first work that fails, in this order, throws it; see {@link
   *     #resultOf}
   */
  public <T> List<T> all(List<? extends Callable<T>> work)
      throws IOException, InterruptedException {
    List<Future<T>> running = new ArrayList<>();
    work.forEach(one -> running.add(threads.submit(one)));
    List<T> results = new ArrayList<>();
    for (Future<T> one : running) {
      results.add(resultOf(one));
    }
    return results;
  }

  /**
   * Waits for a result.
   *
   * @throws IOException if the work throws it, also as an unchecked exception
   * @throws RuntimeException if the work throws it
   * @throws IllegalStateException with any other exception of the work as its cause
   */
  public static <T> T resultOf(Future<T> future) throws IOException, InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof IOException io) {
        throw io;
      }
      if (cause instanceof UncheckedIOException io) {
        throw io.getCause();
      }
      if (cause instanceof RuntimeException unchecked) {
        throw unchecked;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(cause);
    }
  }

  /**
   * Drops work that has not begun, and interrupts work that has. It then waits until no thread
   * works, even if this thread is interrupted.
   */
  @Override
  public void close() {
    threads.shutdownNow();
    awaitEnd();
  }

  /**
   * Closes the pool without interrupting work that has begun. Intended for work that mistakes an
   * interrupted read for a broken file, or that can be stopped in another way.
   */
  public void shutdown() {
    threads.shutdown();
    threads.getQueue().clear();
    awaitEnd();
  }

  private void awaitEnd() {
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
}
