package dev.sluice.app.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Interrupts threads that take too long. An interrupt closes the channel that a thread writes to,
 * so a client that does not read loses its connection. (The JDK's own limit, {@code maxRspTime}, is
 * one for all answers, and would cut event streams.)
 */
final class TimeLimit implements AutoCloseable {
  private final Duration most;
  private final ScheduledThreadPoolExecutor clock =
      new ScheduledThreadPoolExecutor(
          1,
          task -> {
            Thread thread = new Thread(task, "http-time");
            thread.setDaemon(true);
            return thread;
          });

  TimeLimit(Duration most) {
    this.most = most;
    clock.setRemoveOnCancelPolicy(true);
  }

  /** Something that the calling thread does. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  /** Does something, interrupted if it is not done in time. Returns with no interrupt pending. */
  void limit(Work work) throws IOException {
    Limited limited = new Limited();
    try {
      work.run();
    } finally {
      limited.end();
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
  }

  /** What a thread is doing. */
  private final class Limited {
    private final Thread thread = Thread.currentThread();
    private final Future<?> expiry =
        clock.schedule(this::interrupt, most.toNanos(), TimeUnit.NANOSECONDS);
    private boolean done;

    private synchronized void interrupt() {
      if (!done) {
        thread.interrupt();
      }
    }

    private void end() {
      synchronized (this) {
        done = true;
      }
      expiry.cancel(false);
      Thread.interrupted();
    }
  }
}
