package dev.sluice.core.work;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/**
 * Runs work on several threads. The submitting thread consumes the results in the order of
 * submission. What consumers see therefore does not depend on threads.
 *
 * <pre>
 * submitted   1  2  3  4      worked on in parallel
 * consumed    1, 2, 3, 4      whichever is finished first
 * </pre>
 *
 * <p>Pending work is bounded by a capacity, in any unit: submitting consumes the oldest results
 * until the new work fits; work that exceeds the capacity is done alone. Used by one thread. After
 * an exception, the owner of the pool closes the pool.
 */
public final class OrderedWork {
  private final WorkerPool pool;
  private final long capacity;
  private final Deque<Pending> pending = new ArrayDeque<>();
  private long held;

  /** Consumes a result. */
  @FunctionalInterface
  public interface Consumer<T> {
    void accept(T result) throws IOException, InterruptedException;
  }

  /** An action that runs in the order of results. */
  @FunctionalInterface
  public interface Action {
    void run() throws IOException, InterruptedException;
  }

  private record Pending(long weight, Action action) {}

  /**
   * @param capacity maximum total weight of pending work, which is submitted but not consumed
   */
  public OrderedWork(WorkerPool pool, long capacity) {
    this.pool = pool;
    this.capacity = capacity;
  }

  /**
   * Submits work. If there is no room for the work, the oldest results are consumed first.
   *
   * @throws IOException if earlier work or its consumer throws it
   */
  public <T> void submit(long weight, Callable<T> work, Consumer<? super T> consumer)
      throws IOException, InterruptedException {
    makeRoom(weight);
    Future<T> result = pool.submit(work);
    add(weight, () -> consumer.accept(WorkerPool.resultOf(result)));
  }

  /**
   * Runs an action in this thread when everything that was submitted before it has been consumed.
   *
   * @param weight weight of what the action holds until it runs
   */
  public void then(long weight, Action action) throws IOException, InterruptedException {
    makeRoom(weight);
    add(weight, action);
  }

  /** Consumes the oldest results until work of this weight fits, or until nothing is pending. */
  public void makeRoom(long weight) throws IOException, InterruptedException {
    while (!pending.isEmpty() && held + weight > capacity) {
      consumeOldest();
    }
  }

  private void add(long weight, Action action) {
    held += weight;
    pending.add(new Pending(weight, action));
  }

  private void consumeOldest() throws IOException, InterruptedException {
    Pending oldest = pending.remove();
    oldest.action().run();
    held -= oldest.weight();
  }

  /** Consumes everything that is pending. */
  public void finish() throws IOException, InterruptedException {
    while (!pending.isEmpty()) {
      consumeOldest();
    }
  }
}
