package dev.sluice.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Events for any number of viewers. Each is told the state when it comes, and from then on what is
 * new. A viewer that is slow misses all but the latest. Thread-safe.
 */
public final class EventFeed implements AutoCloseable {
  private static final byte[] COMMENT = ":\n\n".getBytes(UTF_8);
  private static final long LOOK_MILLIS = 200;

  private final Supplier<List<Event>> first;
  private final Supplier<List<Event>> latest;
  private int viewers;
  private boolean closed;

  /**
   * A feed. Both parameters are called by the threads of viewers.
   *
   * @param first makes the events that a viewer is told first
   * @param latest the newest events, the same object until there are others; looked at five times a
   *     second while anybody views
   */
  public EventFeed(Supplier<List<Event>> first, Supplier<List<Event>> latest) {
    this.first = first;
    this.latest = latest;
  }

  /** Ends the streams of all viewers, once they were told the latest events. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** The number of open streams. */
  synchronized int viewers() {
    return viewers;
  }

  /** A new viewer. */
  synchronized Viewer join() {
    viewers++;
    return new Viewer();
  }

  private synchronized boolean waitOrClosed() throws InterruptedException {
    if (!closed) {
      wait(LOOK_MILLIS);
    }
    return closed;
  }

  /** One viewer, for one thread. */
  final class Viewer implements AutoCloseable {
    private List<Event> told = List.of();
    private boolean begun;
    private boolean over;

    /**
     * Waits for what it is to be told next.
     *
     * @param mostSilence after this time it is told a comment, so that one that has gone is noticed
     * @return bytes of the stream; empty at its end
     */
    Optional<byte[]> next(Duration mostSilence) throws InterruptedException {
      if (!begun) {
        begun = true;
        told = latest.get();
        return Optional.of(bytes(first.get()));
      }
      long start = System.nanoTime();
      while (!over) {
        over = waitOrClosed(); // and then looks once more
        List<Event> now = latest.get();
        if (now != told) {
          told = now;
          return Optional.of(bytes(now));
        }
        if (System.nanoTime() - start > mostSilence.toNanos()) {
          return Optional.of(COMMENT);
        }
      }
      return Optional.empty();
    }

    @Override
    public void close() {
      synchronized (EventFeed.this) {
        viewers--;
      }
    }
  }

  private static byte[] bytes(List<Event> events) {
    StringBuilder text = new StringBuilder();
    events.forEach(event -> event.appendTo(text));
    return text.toString().getBytes(UTF_8);
  }
}
