package dev.sluice.app.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.HttpConfig;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server of a process. It answers {@code GET} and {@code HEAD} for its routes. Checks the
 * Host header, so that no web page can reach a port on the loopback address through a DNS name that
 * it controls (DNS rebinding).
 *
 * <p>Separate threads answer requests, so a slow client cannot hold up the work of the process. At
 * most {@value #MOST_VIEWERS} event streams are open; further ones are answered with 503. Requests
 * that are not complete within 2 s, and connections for which no thread is left, are dropped.
 */
public final class HttpEndpoint implements AutoCloseable {
  /**
   * The maximum number of event streams. It is enough for the browsers of a team with a few tabs
   * each.
   */
  static final int MOST_VIEWERS = 32;

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
  private static final int MISDIRECTED = 421;
  private static final int MOST_THREADS = 2 * MOST_VIEWERS;
  private static final String EVENTS = "text/event-stream";
  private static final long MOST_GOODBYE_MILLIS = 3_000;

  /**
   * The system property for the timeout of the JDK's server in seconds, which is read when the
   * server's first class is loaded.
   */
  private static final String MOST_REQUEST_TIME = "sun.net.httpserver.maxReqTime";

  static {
    System.setProperty(MOST_REQUEST_TIME, System.getProperty(MOST_REQUEST_TIME, "2"));
  }

  private final HttpConfig config;
  private final Map<String, Route> routes;
  private final HttpServer server;
  private final Semaphore viewers = new Semaphore(MOST_VIEWERS);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          MOST_THREADS,
          1,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread = new Thread(task, "http");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * A path that the server answers, such as {@code /health/live}. It is the whole path of a
   * request.
   */
  public sealed interface Route {
    /** Returns the path. */
    String path();
  }

  /**
   * A path with an answer.
   *
   * @param answer makes the answer to each request from the request's headers; several threads may
   *     call it at once
   */
  public record Page(String path, Function<Headers, Answer> answer) implements Route {}

  /**
   * A path with a stream of server-sent events.
   *
   * @param events feed of the events that every viewer gets
   */
  public record Stream(String path, EventFeed events) implements Route {}

  private HttpEndpoint(HttpConfig config, List<Route> routes) {
    this.config = config;
    this.routes = routes.stream().collect(Collectors.toMap(Route::path, Function.identity()));
    this.server = bind(config.port().orElseThrow());
  }

  /**
   * Starts a server.
   *
   * @param config addresses and names of the server
   * @param routes routes that the server answers, with distinct paths; closed together with the
   *     server
   * @throws ConfigException if the port is not available
   * @throws java.util.NoSuchElementException if no port is configured
   */
  public static HttpEndpoint start(HttpConfig config, List<Route> routes) {
    HttpEndpoint endpoint = new HttpEndpoint(config, routes);
    endpoint.server.createContext("/", endpoint::answer);
    endpoint.server.setExecutor(endpoint.threads);
    endpoint.server.start();
    String address = config.host() + ":" + endpoint.port();
    LOG.atInfo().addKeyValue("address", address).log("http endpoint open");
    return endpoint;
  }

  private HttpServer bind(int port) {
    InetSocketAddress address = new InetSocketAddress(config.host(), port);
    if (address.isUnresolved()) {
      throw refused("http.host", config.host() + " is not an address of this machine");
    }
    try {
      return HttpServer.create(address, 0);
    } catch (IOException e) {
      throw refused(
          "http.port",
          "cannot listen on %s:%d (%s): choose a different port, or 0 for any free port"
              .formatted(config.host(), port, e.getMessage()));
    }
  }

  private static ConfigException refused(String key, String message) {
    return new ConfigException(key, message);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Optional<Answer> refusal = refusal(exchange);
      Route route = routes.get(exchange.getRequestURI().getPath());
      if (refusal.isPresent()) {
        write(exchange, refusal.get());
      } else if (route instanceof Page page) {
        write(exchange, answer(page, exchange.getRequestHeaders()));
      } else if (route instanceof Stream stream) {
        stream(exchange, stream.events());
      }
    }
  }

  private Optional<Answer> refusal(HttpExchange exchange) {
    if (!config.serves(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host")))) {
      return Optional.of(Answer.empty(MISDIRECTED));
    }
    if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
      return Optional.of(Answer.empty(HttpURLConnection.HTTP_BAD_METHOD));
    }
    return routes.containsKey(exchange.getRequestURI().getPath())
        ? Optional.empty()
        : Optional.of(Answer.empty(HttpURLConnection.HTTP_NOT_FOUND));
  }

  private static Answer answer(Page page, Headers headers) {
    try {
      return page.answer().apply(headers);
    } catch (RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("path", page.path())
          .setCause(e)
          .log("a request could not be answered");
      return Answer.empty(HttpURLConnection.HTTP_INTERNAL_ERROR);
    }
  }

  private static boolean isHead(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("HEAD");
  }

  private static void write(HttpExchange exchange, Answer answer) throws IOException {
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] body = isHead(exchange) ? new byte[0] : answer.body();
    exchange.sendResponseHeaders(answer.status(), body.length > 0 ? body.length : -1);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private void stream(HttpExchange exchange, EventFeed events) throws IOException {
    if (isHead(exchange)) {
      write(exchange, Answer.of(HttpURLConnection.HTTP_OK, EVENTS, ""));
    } else if (!viewers.tryAcquire()) {
      write(exchange, Answer.empty(HttpURLConnection.HTTP_UNAVAILABLE));
    } else {
      try {
        exchange.getResponseHeaders().set("Content-Type", EVENTS);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, 0);
        events.send(exchange.getResponseBody());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        exchange.close(); // sends the last chunk, for which close() waits
        viewers.release();
      }
    }
  }

  /** Returns the number of open event streams. */
  int viewers() {
    return MOST_VIEWERS - viewers.availablePermits();
  }

  /** Returns the port that the server listens on, 1 to 65535. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Returns the address of the server's root, to open in a browser. */
  public String address() {
    return config.address(port());
  }

  /**
   * Ends the event streams, waits a moment until viewers have received all events, and stops. If a
   * stream breaks off, a browser drops the events that it has not handled yet.
   */
  @Override
  public void close() {
    for (Route route : routes.values()) {
      if (route instanceof Stream stream) {
        stream.events().close();
      }
    }
    try {
      viewers.tryAcquire(MOST_VIEWERS, MOST_GOODBYE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    server.stop(0);
    threads.shutdownNow();
  }
}
