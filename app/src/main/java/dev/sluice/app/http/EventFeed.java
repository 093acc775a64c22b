package dev.sluice.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.function.Supplier;

/**
 * Sends server-sent events to any number of viewers. Each viewer first gets the current state, and
 * then new events. A slow viewer misses all but the latest events. Thread-safe.
 */
public final class EventFeed implements AutoCloseable {
  private static final long LOOK_MILLIS = 200;

  /**
   * The number of looks without an event after which a comment is sent, to find out whether the
   * viewer is still connected.
   */
  private static final int MOST_SILENT_LOOKS = 50;

  private final Supplier<List<Event>> first;
  private final Supplier<List<Event>> latest;
  private boolean closed;

  /**
   * An event.
   *
   * @param name type of the event, one word
   * @param data text of the event, on one line
   */
  public record Event(String name, String data) {
    /** Refuses line breaks because they would end the event. */
    public Event {
      if ((name + data).chars().anyMatch(each -> each == '\n' || each == '\r')) {
        throw new IllegalArgumentException("An event must not contain line breaks");
      }
    }
  }

  /**
   * Creates a feed. The threads of viewers call both parameters.
   *
   * @param first supplier of the events that a viewer gets first
   * @param latest supplier of the newest events, which returns the same object until there are
   *     newer ones; called five times a second while there are viewers
   */
  public EventFeed(Supplier<List<Event>> first, Supplier<List<Event>> latest) {
    this.first = first;
    this.latest = latest;
  }

  /** Ends the streams of all viewers when they have received the latest events. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Writes the events of one viewer until the feed is closed or the viewer disconnects. */
  void send(OutputStream out) throws IOException, InterruptedException {
    List<Event> sent = latest.get();
    write(out, first.get());
    int silent = 0;
    boolean last = false;
    while (!last) {
      last = waitOrClosed(); // after that, one last look is taken
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
