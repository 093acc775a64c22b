package dev.sluice.app.http;

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

  void appendTo(StringBuilder stream) {
    stream.append("event: ").append(name).append("\ndata: ").append(data).append("\n\n");
  }
}
