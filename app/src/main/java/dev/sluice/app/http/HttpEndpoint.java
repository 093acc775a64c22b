package dev.sluice.app.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.HttpConfig;
import dev.sluice.settings.Problem;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP server of a process: answers {@code GET} and {@code HEAD} for its routes. Checks the
 * Host header, so that no web page can reach a port on the loopback address through a DNS name of
 * its own (DNS rebinding).
 *
 * <p>Drops requests that are not complete within 2 s, and answers that are not made and read within
 * 2 s. At most 32 threads wait for such clients, and the latest connection is served first. So a
 * client that sends incomplete requests or reads no answers, over any number of connections, delays
 * others by at most 3 s. A request delayed that long may be dropped; the next one is answered.
 *
 * <p>Event streams have threads of their own and no limit but that each event is read within 2 s.
 * At most 32 are open; others are answered with 503.
 */
public final class HttpEndpoint implements AutoCloseable {
  /** How long a request, an answer, or an event may take. */
  public static final Duration MOST_TIME = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(HttpEndpoint.class);
  private static final int MISDIRECTED = 421;

  /** A property of the JDK's server, in seconds; read when its first class is loaded. */
  private static final String MOST_REQUEST_TIME = "sun.net.httpserver.maxReqTime";

  private static final int MOST_THREADS = 32;
  private static final int MOST_WAITING = 1_000;

  static {
    System.setProperty(
        MOST_REQUEST_TIME,
        System.getProperty(MOST_REQUEST_TIME, Long.toString(MOST_TIME.toSeconds())));
  }

  private final HttpConfig config;
  private final Map<String, Route> routes;
  private final HttpServer server;
  private final ThreadPoolExecutor threads = threads();
  private final TimeLimit limit;
  private final Viewers viewers;

  private HttpEndpoint(HttpConfig config, List<Route> routes, Duration mostTime) {
    this.config = config;
    this.routes = routes.stream().collect(Collectors.toMap(Route::path, Function.identity()));
    this.limit = new TimeLimit(mostTime);
    this.viewers = new Viewers(limit);
    this.server = bind(config.port().orElseThrow());
  }

  /**
   * Starts a server.
   *
   * @param config where it listens, and under which names
   * @param routes what it answers, each path once; closed with it
   * @throws ConfigException if the port is not available
   * @throws java.util.NoSuchElementException if no port is configured
   */
  public static HttpEndpoint start(HttpConfig config, List<Route> routes) {
    return start(config, routes, MOST_TIME);
  }

  /** The same with another time for an answer or an event; that of a request stays. */
  static HttpEndpoint start(HttpConfig config, List<Route> routes, Duration mostTime) {
    HttpEndpoint started = new HttpEndpoint(config, routes, mostTime);
    started.serve();
    return started;
  }

  private HttpServer bind(int port) {
    InetSocketAddress address = new InetSocketAddress(config.host(), port);
    if (address.isUnresolved()) {
      throw refused("http.host", config.host() + " is no address of this machine");
    }
    try {
      return HttpServer.create(address, 0);
    } catch (IOException e) {
      throw refused(
          "http.port",
          "cannot listen at %s:%d (%s): choose another port, or 0 for any free one"
              .formatted(config.host(), port, e.getMessage()));
    }
  }

  private static ConfigException refused(String key, String message) {
    return new ConfigException(List.of(new Problem(key, "", message)));
  }

  private void serve() {
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
    LOG.atInfo().addKeyValue("address", config.host() + ":" + port()).log("http endpoint open");
  }

  private static ThreadPoolExecutor threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            MOST_THREADS,
            MOST_THREADS,
            1,
            TimeUnit.SECONDS,
            new LatestFirst(),
            task -> {
              Thread thread = new Thread(task, "http");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor
                .DiscardPolicy()); // its connection is closed when its time is over
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** Connections waiting for a thread. */
  private static final class LatestFirst extends LinkedBlockingDeque<Runnable> {
    private static final long serialVersionUID = 1;

    LatestFirst() {
      super(MOST_WAITING);
    }

    @Override
    public boolean offer(Runnable task) {
      return offerFirst(task);
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    Optional<EventFeed> events = events(exchange);
    if (events.isPresent() && viewers.accept(exchange, events.get())) {
      return;
    }
    limit.limit(
        () -> {
          try (exchange) {
            write(exchange, answerOf(exchange));
          }
        });
  }

  /** The feed that a request asks for and may see. */
  private Optional<EventFeed> events(HttpExchange exchange) {
    return refusal(exchange).isEmpty()
            && exchange.getRequestMethod().equals("GET")
            && route(exchange) instanceof Route.Stream stream
        ? Optional.of(stream.events())
        : Optional.empty();
  }

  private Route route(HttpExchange exchange) {
    return routes.get(exchange.getRequestURI().getPath());
  }

  private Answer answerOf(HttpExchange exchange) {
    Optional<Integer> refusal = refusal(exchange);
    if (refusal.isPresent()) {
      return Answer.empty(refusal.get());
    }
    if (route(exchange) instanceof Route.Page page) {
      return answerOf(page, new Request(exchange.getRequestHeaders()::getFirst));
    }
    return exchange.getRequestMethod().equals("HEAD")
        ? Answer.of(HttpURLConnection.HTTP_OK, Viewers.TYPE, "")
        : Answer.empty(HttpURLConnection.HTTP_UNAVAILABLE); // too many viewers
  }

  private static Answer answerOf(Route.Page page, Request request) {
    try {
      return page.answer().apply(request);
    } catch (RuntimeException e) {
      LOG.atWarn().addKeyValue("path", page.path()).setCause(e).log("no answer could be made");
      return Answer.empty(HttpURLConnection.HTTP_INTERNAL_ERROR);
    }
  }

  private Optional<Integer> refusal(HttpExchange exchange) {
    if (!config.serves(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host")))) {
      return Optional.of(MISDIRECTED);
    }
    if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
      return Optional.of(HttpURLConnection.HTTP_BAD_METHOD);
    }
    return routes.containsKey(exchange.getRequestURI().getPath())
        ? Optional.empty()
        : Optional.of(HttpURLConnection.HTTP_NOT_FOUND);
  }

  private static void write(HttpExchange exchange, Answer answer) throws IOException {
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    byte[] body = exchange.getRequestMethod().equals("HEAD") ? new byte[0] : answer.body();
    exchange.sendResponseHeaders(answer.status(), body.length > 0 ? body.length : -1);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  /** The number of threads that wait for clients, viewers aside. */
  int threadsInUse() {
    return threads.getActiveCount();
  }

  /** The port it listens on, 1 to 65535. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** The address of its root, to open in a browser. */
  public String address() {
    return config.address(port());
  }

  /** Ends the event streams, then stops. */
  @Override
  public void close() {
    for (Route route : routes.values()) {
      if (route instanceof Route.Stream stream) {
        stream.events().close();
      }
    }
    viewers.close();
    server.stop(0);
    threads.shutdownNow();
    limit.close();
  }
}
