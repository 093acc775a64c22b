package dev.sluice.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Events for any number of viewers. Each is told the state when it comes, and from then on what is
 * published. A viewer that is slow misses all but the latest event. Thread-safe.
 */
public final class EventFeed implements AutoCloseable {
  private static final byte[] COMMENT = ":\n\n".getBytes(UTF_8);

  private final Supplier<Event> first;
  private byte[] latest = {};
  private long published;
  private int viewers;
  private boolean closed;

  /**
   * A feed without events.
   *
   * @param first makes the event that a viewer is told first; called by the threads of viewers
   */
  public EventFeed(Supplier<Event> first) {
    this.first = first;
  }

  /** Whether anybody views it: if not, no event needs to be made. */
  public synchronized boolean isViewed() {
    return viewers > 0;
  }

  /** Tells all viewers. */
  public synchronized void publish(Event event) {
    latest = event.bytes();
    published++;
    notifyAll();
  }

  /** Ends the streams of all viewers, once they were told the latest event. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** A new viewer. */
  synchronized Viewer join() {
    viewers++;
    return new Viewer(published);
  }

  /** One viewer, for one thread. */
  final class Viewer implements AutoCloseable {
    private long told;
    private boolean begun;

    private Viewer(long told) {
      this.told = told;
    }

    /**
     * Waits for what it is to be told next.
     *
     * @param most after this time it is told a comment, so that one that has gone is noticed
     * @return bytes of the stream; empty at its end
     */
    Optional<byte[]> next(Duration most) throws InterruptedException {
      if (!begun) {
        begun = true;
        return Optional.of(first.get().bytes());
      }
      return later(most);
    }

    private Optional<byte[]> later(Duration most) throws InterruptedException {
      long until = System.nanoTime() + most.toNanos();
      synchronized (EventFeed.this) {
        long left = most.toMillis();
        while (told == published && !closed && left > 0) {
          EventFeed.this.wait(left);
          left = Duration.ofNanos(until - System.nanoTime()).toMillis();
        }
        if (told < published) {
          told = published;
          return Optional.of(latest);
        }
        return closed ? Optional.empty() : Optional.of(COMMENT);
      }
    }

    @Override
    public void close() {
      synchronized (EventFeed.this) {
        viewers--;
      }
    }
  }
}
