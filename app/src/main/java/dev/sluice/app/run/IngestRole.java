package dev.sluice.app.run;

import dev.sluice.settings.ConfigException;
import dev.sluice.settings.SluiceConfig;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Reads the input on a separate thread. */
final class IngestRole implements Pipeline.RunningRole {
  private final SluiceConfig config;
  private final FutureTask<?> task;
  private final Thread thread;

  /**
   * Starts to read.
   *
   * @param reading task that ends when everything is read, or when its thread is interrupted
   */
  IngestRole(SluiceConfig config, Callable<?> reading) {
    this.config = config;
    this.task = new FutureTask<>(reading);
    this.thread = new Thread(task, "ingest");
    thread.start();
  }

  /** Returns whether everything is read. */
  boolean hasEnded() {
    return task.isDone();
  }

  @Override
  public void check() throws InterruptedException {
    if (!task.isDone()) {
      return;
    }
    try {
      task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ConfigException refused) {
        throw refused;
      }
      throw FailureMessages.ofIngest(config, e.getCause());
    }
  }

  /** Waits for the reading thread even if a signal has interrupted the calling thread. */
  @Override
  public void close() {
    task.cancel(true);
    boolean alive = true;
    while (alive) {
      try {
        thread.join();
        alive = false;
      } catch (InterruptedException e) {
        alive = thread.isAlive();
      }
    }
  }
}
