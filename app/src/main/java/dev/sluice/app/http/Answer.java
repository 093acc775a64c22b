package dev.sluice.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.TreeMap;

/**
 * The answer to an HTTP request. Immutable. Every answer tells caches not to store it and browsers
 * not to guess its type.
 */
public final class Answer {
  private final int status;
  private final Map<String, String> headers;
  private final byte[] body;

  private Answer(int status, Map<String, String> headers, byte[] body) {
    this.status = status;
    this.headers = Map.copyOf(headers);
    this.body = body;
  }

  /**
   * Returns an answer with a text.
   *
   * @param status the HTTP status, 200 to 599
   * @param type media type of the text, including the character set UTF-8 if the type requires it
   */
  public static Answer of(int status, String type, String text) {
    return of(status, type, text.getBytes(UTF_8));
  }

  /** Returns an answer with bytes. The bytes must not be changed afterwards. */
  public static Answer of(int status, String type, byte[] body) {
    return new Answer(
        status,
        Map.of(
            "Content-Type", type, "Cache-Control", "no-store", "X-Content-Type-Options", "nosniff"),
        body);
  }

  /** Returns an answer without a body. */
  static Answer empty(int status) {
    return new Answer(status, Map.of(), new byte[0]);
  }

  /** Returns a copy with one more header. */
  public Answer with(String header, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(header, value);
    return new Answer(status, more, body);
  }

  int status() {
    return status;
  }

  Map<String, String> headers() {
    return headers;
  }

  byte[] body() {
    return body;
  }
}
