package dev.sluice.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;

/**
 * Server-sent events for any number of viewers. Each gets the state when it comes, and from then on
 * what is new. A viewer that is slow misses all but the latest. Thread-safe.
 */
public final class EventFeed implements AutoCloseable {
  private static final long LOOK_MILLIS = 200;

  /** After so long without an event, a comment shows whether the viewer is still there. */
  private static final int MOST_SILENT_LOOKS = 50;

  private final Supplier<List<Event>> first;
  private final Supplier<List<Event>> latest;
  private boolean closed;

  /**
   * An event.
   *
   * @param name its type, one word
   * @param data its text, in one line
   */
  public record Event(String name, String data) {
    /** Refuses line breaks, which would end the event. */
    public Event {
      if ((name + data).chars().anyMatch(each -> each == '\n' || each == '\r')) {
        throw new IllegalArgumentException("An event has one line");
      }
    }
  }

  /**
   * A feed. Both parameters are called by the threads of viewers.
   *
   * @param first makes the events that a viewer gets first
   * @param latest the newest events, the same object until there are others; looked at five times a
   *     second while anybody views
   */
  public EventFeed(Supplier<List<Event>> first, Supplier<List<Event>> latest) {
    this.first = first;
    this.latest = latest;
  }

  /** Ends the streams of all viewers, once they have got the latest events. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Writes the events of one viewer until the feed is closed or the viewer has gone. */
  void send(OutputStream out) throws IOException, InterruptedException {
    List<Event> sent = latest.get();
    write(out, first.get());
    int silent = 0;
    boolean last = false;
    while (!last) {
      last = waitOrClosed(); // and then looks once more
      List<Event> now = latest.get();
      if (now != sent) {
        sent = now;
        silent = 0;
        write(out, now);
      } else if (++silent == MOST_SILENT_LOOKS) {
        silent = 0;
        write(out, List.of());
      }
    }
  }

  private synchronized boolean waitOrClosed() throws InterruptedException {
    if (!closed) {
      wait(LOOK_MILLIS);
    }
    return closed;
  }

  /** Writes events, or a comment if there are none. */
  private static void write(OutputStream out, List<Event> events) throws IOException {
    StringBuilder text = new StringBuilder(events.isEmpty() ? ":\n\n" : "");
    for (Event event : events) {
      text.append("event: %s\ndata: %s\n\n".formatted(event.name(), event.data()));
    }
    out.write(text.toString().getBytes(UTF_8));
    out.flush();
  }
}
