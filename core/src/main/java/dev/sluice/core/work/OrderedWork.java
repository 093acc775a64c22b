package dev.sluice.core.work;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/**
 * Work done by several threads whose results are consumed by the submitting thread, in the order of
 * submission. So what consumers see does not depend on threads.
 *
 * <pre>
 * submitted   1  2  3  4      worked on in parallel
 * consumed    1, 2, 3, 4      whichever is finished first
 * </pre>
 *
 * <p>Bounded by a capacity, in any unit: submitting consumes the oldest results until the new work
 * fits; work that exceeds the capacity is done alone. Used by one thread. Does not close its pool:
 * after an exception, the owner of the pool closes it.
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

  /** An action in the order of results. */
  @FunctionalInterface
  public interface Action {
    void run() throws IOException, InterruptedException;
  }

  private record Pending(long weight, Action action) {}

  /**
   * @param capacity total weight of work that is pending: submitted and not consumed
   */
  public OrderedWork(WorkerPool pool, long capacity) {
    this.pool = pool;
    this.capacity = capacity;
  }

  /**
   * Submits work, after consuming the oldest results until it fits.
   *
   * @throws IOException thrown by earlier work or by its consumer
   */
  public <T> void submit(long weight, Callable<T> work, Consumer<? super T> consumer)
      throws IOException, InterruptedException {
    makeRoom(weight);
    Future<T> result = pool.submit(work);
    add(weight, () -> consumer.accept(WorkerPool.resultOf(result)));
  }

  /**
   * Runs an action in this thread after everything submitted before it has been consumed.
   *
   * @param weight of what the action holds until then
   */
  public void then(long weight, Action action) throws IOException, InterruptedException {
    makeRoom(weight);
    add(weight, action);
  }

  /** Consumes the oldest results until this weight fits, or nothing is pending. */
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
