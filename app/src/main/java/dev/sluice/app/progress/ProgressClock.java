package dev.sluice.app.progress;

import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Calls a display at intervals, on a daemon thread. Used by one thread at a time. */
final class ProgressClock {
  private final Runnable update;
  private final long intervalMillis;
  private Optional<ScheduledExecutorService> thread = Optional.empty();

  /** Creates a stopped clock. */
  ProgressClock(Runnable update, long intervalMillis) {
    this.update = update;
    this.intervalMillis = intervalMillis;
  }

  /** Starts the clock if it is stopped. */
  void start() {
    if (thread.isEmpty()) {
      thread = Optional.of(Executors.newSingleThreadScheduledExecutor(ProgressClock::daemon));
      thread
          .get()
          .scheduleWithFixedDelay(update, intervalMillis, intervalMillis, TimeUnit.MILLISECONDS);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "progress");
    thread.setDaemon(true);
    return thread;
  }

  /** Stops the clock. A call in progress may still complete. */
  void stop() {
    thread.ifPresent(ScheduledExecutorService::shutdownNow);
    thread = Optional.empty();
  }
}
