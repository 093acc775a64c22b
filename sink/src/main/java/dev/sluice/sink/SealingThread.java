package dev.sluice.sink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Seals beside the workers: over a long history it may take a while, and who does not poll loses
 * its partitions. What is asked for while it works is done together. A unit is looked at again from
 * time to time until it is complete, for another host's last cut may be seen late. Thread-safe.
 */
final class SealingThread implements AutoCloseable {
  private final SinkSettings settings;
  private final Sealer sealer;
  private final Duration lookAgain;
  private final Consumer<Throwable> failed;
  private final Thread thread = new Thread(this::run, "sealing");
  private final Set<String> units = new TreeSet<>();
  private boolean all;
  private boolean asked;
  private boolean closing;

  /**
   * Begins to seal.
   *
   * @param lookAgain after this long at units that are not complete
   * @param failed told of the error that ends this, when trying again does not help
   */
  SealingThread(
      SinkSettings settings, Sealer sealer, Duration lookAgain, Consumer<Throwable> failed) {
    this.settings = settings;
    this.sealer = sealer;
    this.lookAgain = lookAgain;
    this.failed = failed;
    thread.start();
  }

  /** Seals what this unit completes, soon. */
  synchronized void seal(String unit) {
    units.add(unit);
    wake();
  }

  /** Seals everything, soon: see {@link Sealer#sealAll}. */
  synchronized void sealAll() {
    all = true;
    wake();
  }

  private void wake() {
    asked = true;
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

  /** Whether there is something to do; waits for it. What was asked for is done before the end. */
  private synchronized boolean await() throws InterruptedException {
    while (!asked && !closing) {
      if (units.isEmpty()) {
        wait();
      } else {
        wait(lookAgain.toMillis());
        asked = true;
      }
    }
    boolean any = asked;
    asked = false;
    return any;
  }

  private void work() throws IOException, InterruptedException {
    boolean everything;
    Set<String> waiting;
    synchronized (this) {
      everything = all;
      all = false;
      waiting = new TreeSet<>(units);
    }
    // The cuts stand whatever happens here, so this is tried again by itself.
    Set<String> settled = settings.retry().call(() -> seal(everything, waiting));
    synchronized (this) {
      units.removeAll(settled);
    }
  }

  private Set<String> seal(boolean everything, Set<String> waiting) throws IOException {
    if (everything) {
      sealer.sealAll();
    }
    return sealer.seal(waiting);
  }

  /** Waits until what was asked for is done, or has failed. */
  @Override
  public void close() {
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
