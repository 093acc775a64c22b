package dev.sluice.core.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Threads of a role that work until they are stopped, one for each worker. The first failure stops
 * them all. Thread-safe once started.
 */
public class WorkerThreads implements AutoCloseable {
  private final String name;
  private final List<Worker> workers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** The work of a thread. Any exception is a failure. */
  public interface Worker extends Runnable {
    /** Asks {@link #run} to return soon. Called by other threads. */
    void stop();
  }

  /**
   * @param name prefix of the threads' names, before their numbers
   */
  protected WorkerThreads(String name) {
    this.name = name;
  }

  /** Adds a worker. Must be called before {@link #start}. */
  protected final void add(Worker worker) {
    Thread thread = new Thread(worker, name + "-" + workers.size());
    thread.setUncaughtExceptionHandler((failed, error) -> fail(error));
    workers.add(worker);
    threads.add(thread);
  }

  /** Starts all workers. */
  protected final void start() {
    threads.forEach(Thread::start);
  }

  /** Stops all workers because of an error. The first error is kept. */
  protected final void fail(Throwable error) {
    failure.compareAndSet(null, error);
    stop();
  }

  private void stop() {
    workers.forEach(Worker::stop);
  }

  /** Returns the error that stopped the workers, if any. */
  public final Optional<Throwable> failure() {
    return Optional.ofNullable(failure.get());
  }

  /** Waits until all workers have stopped. */
  public final void await() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /**
   * Waits until all workers have stopped or the time has passed. Returns whether they have stopped.
   */
  public final boolean await(Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    for (Thread thread : threads) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      thread.join(Math.max(1, left));
    }
    return areStopped();
  }

  private boolean areStopped() {
    return threads.stream().noneMatch(Thread::isAlive);
  }

  /** Stops all workers and waits for them, even if this thread is interrupted. */
  @Override
  public void close() {
    stop();
    do {
      try {
        await();
      } catch (InterruptedException e) {
        continue; // the caller is about to stop in any case
      }
    } while (!areStopped());
  }
}
