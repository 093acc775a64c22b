package dev.sluice.app.http;

import java.util.function.Function;

/** A path that an {@link HttpEndpoint} answers {@code GET} and {@code HEAD} for. */
public sealed interface Route {
  /** The path of a request, whole: {@code /health/live}. */
  String path();

  /**
   * A path with an answer.
   *
   * @param answer makes the answer of each request; called by several threads at once, each of
   *     which is interrupted when it takes longer than {@link HttpEndpoint#MOST_TIME}
   */
  record Page(String path, Function<Request, Answer> answer) implements Route {}

  /**
   * A path with a stream of server-sent events.
   *
   * @param events what every viewer is told
   */
  record Stream(String path, EventFeed events) implements Route {}
}
