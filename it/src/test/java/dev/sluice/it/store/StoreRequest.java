package dev.sluice.it.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A request to a store, as it was sent.
 *
 * @param message head and body
 */
public record StoreRequest(HttpMessage message) {
  private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

  /** What a request asks for. */
  public enum Kind {
    LIST,
    HEAD,
    READ,
    PUT,
    DELETE,
    OTHER
  }

  /** The next request of a connection; empty at its end. */
  static Optional<StoreRequest> read(InputStream in, OutputStream out) throws IOException {
    Optional<byte[]> head = HttpMessage.readHead(in);
    if (head.isEmpty()) {
      return Optional.empty();
    }
    if (HttpMessage.of(head.get()).header("expect").isPresent()) {
      out.write(CONTINUE.getBytes(StandardCharsets.US_ASCII));
    }
    return Optional.of(new StoreRequest(HttpMessage.withBody(head.get(), in)));
  }

  public String method() {
    return message.firstLine().split(" ")[0];
  }

  /** Path and query as they were sent: {@code /bucket/key?query}. */
  public String target() {
    return message.firstLine().split(" ")[1];
  }

  /** Requests with the same name ask for the same. */
  public String name() {
    return method() + " " + target() + " " + message.header("range").orElse("");
  }

  /** Whether it writes an object in place of a version that it names. */
  public boolean isReplacement() {
    return kind() == Kind.PUT && message.header("if-match").isPresent();
  }

  public Kind kind() {
    return switch (method()) {
      case "GET" -> target().contains("list-type=") ? Kind.LIST : Kind.READ;
      case "HEAD" -> Kind.HEAD;
      case "PUT" -> Kind.PUT;
      case "DELETE" -> Kind.DELETE;
      default -> Kind.OTHER;
    };
  }
}
