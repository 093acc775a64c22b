package dev.sluice.app.http;

import java.util.Optional;
import java.util.function.Function;

/** What a route may look at of a request: its headers. */
public final class Request {
  private final Function<String, String> headers;

  Request(Function<String, String> headers) {
    this.headers = headers;
  }

  /** The first value of a header, whatever the case of its name. */
  public Optional<String> header(String name) {
    return Optional.ofNullable(headers.apply(name));
  }
}
