package dev.sluice.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * A server-sent event.
 *
 * @param name its type, one word
 * @param data its text, in one line
 */
public record Event(String name, String data) {
  /** Refuses what would be read as several lines of the stream. */
  public Event {
    if ((name + data).chars().anyMatch(each -> each == '\n' || each == '\r')) {
      throw new IllegalArgumentException("An event has one line");
    }
  }

  byte[] bytes() {
    return ("event: " + name + "\ndata: " + data + "\n\n").getBytes(UTF_8);
  }
}
