package dev.sluice.sink;

import dev.sluice.storage.page.IoRetry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * A thread that seals units when their markers arrive. With a long history, sealing may take a
 * while, and a worker that does not poll its consumer for that long would lose its partitions.
 *
 * <p>Requests that arrive while the thread is sealing are handled together in the next pass. If a
 * unit is not complete, the thread checks again from time to time until it is, because another
 * host's last cut may become visible late. It also does so while the matcher has not reached a
 * reset whose files must be deleted. Thread-safe.
 */
final class SealingThread implements AutoCloseable {
  private static final String ALL = "all partitions";

  private final IoRetry.PartitionRetries<String> retries;
  private final Sealer sealer;
  private final Duration recheckInterval;
  private final Consumer<Throwable> failed;
  private final Thread thread = new Thread(this::run, "sealing");
  private final Set<String> units = new TreeSet<>();
  private boolean all;
  private boolean signaturesLeft;
  private boolean requested;
  private boolean closing;

  /**
   * Starts the thread.
   *
   * @param retry retries of writes
   * @param recheckInterval interval between checks of incomplete units
   * @param failed receiver of the error that ends this thread if retries do not help
   */
  SealingThread(
      IoRetry retry, Sealer sealer, Duration recheckInterval, Consumer<Throwable> failed) {
    this.retries = new IoRetry.PartitionRetries<>(retry, "I/O error; sealing again");
    this.sealer = sealer;
    this.recheckInterval = recheckInterval;
    this.failed = failed;
    thread.start();
  }

  /** Requests to seal this unit when it is complete. Returns at once. */
  synchronized void seal(String unit) {
    units.add(unit);
    wake();
  }

  /** Requests {@link Sealer#sealAll}. Returns at once. */
  synchronized void sealAll() {
    all = true;
    wake();
  }

  private void wake() {
    requested = true;
    notifyAll();
  }

  private void run() {
    try {
      while (await()) {
        work();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      failed.accept(new UncheckedIOException(e.getMessage(), e));
    } catch (RuntimeException | Error e) {
      failed.accept(e);
    }
  }

  /**
   * Waits for work. Returns false when the thread is being closed and all requests have been
   * handled.
   */
  private synchronized boolean await() throws InterruptedException {
    while (!requested && !closing) {
      if (units.isEmpty() && !signaturesLeft) {
        wait();
      } else {
        wait(recheckInterval.toMillis());
        requested = true;
      }
    }
    boolean any = requested;
    requested = false;
    return any;
  }

  private void work() throws IOException {
    boolean everything;
    Set<String> waiting;
    synchronized (this) {
      everything = all;
      all = false;
      waiting = new TreeSet<>(units);
    }
    try {
      Set<String> settled = seal(everything, waiting);
      boolean left = sealer.finishSignatures();
      retries.succeeded(ALL);
      synchronized (this) {
        units.removeAll(settled);
        signaturesLeft = left;
      }
    } catch (UncheckedIOException e) {
      repeat(everything, e.getCause());
    } catch (IOException e) {
      repeat(everything, e);
    }
  }

  /**
   * Requests the same again after a pause, unless the thread is being closed: the next start seals
   * what is complete. A failure here does not affect the cuts, so only the sealing is repeated.
   */
  private void repeat(boolean everything, IOException error) throws IOException {
    if (retries.pause(ALL, error)) {
      synchronized (this) {
        all |= everything;
        requested = true;
      }
    }
  }

  private Set<String> seal(boolean everything, Set<String> waiting) throws IOException {
    if (everything) {
      sealer.sealAll();
    }
    return sealer.seal(waiting);
  }

  /** Waits until all requests have been handled once, or sealing has failed. */
  @Override
  public void close() {
    retries.stop();
    synchronized (this) {
      closing = true;
      notifyAll();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
