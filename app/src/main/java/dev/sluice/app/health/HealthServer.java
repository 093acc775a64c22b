package dev.sluice.app.health;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.app.config.ConfigException;
import dev.sluice.app.config.HttpConfig;
import dev.sluice.app.config.Problem;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers {@code GET /health/live} and {@code GET /health/ready} with 200 or 503 and a JSON object.
 * A process that answers is alive, because one that fails ends. Checks the Host header, so that no
 * web page can reach a port on the loopback address through a DNS name of its own (DNS rebinding).
 *
 * <p>Drops requests that are not complete within 2 s. At most 32 threads wait for such requests,
 * and the latest connection is served first. So a client that sends incomplete requests, over any
 * number of connections, delays others by at most 3 s. A request delayed that long may be dropped;
 * the next one is answered.
 */
public final class HealthServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HealthServer.class);
  private static final int MISDIRECTED = 421;
  private static final JsonMapper JSON = new JsonMapper();

  /** A property of the JDK's server, in seconds; read when its first class is loaded. */
  private static final String MOST_REQUEST_TIME = "sun.net.httpserver.maxReqTime";

  private static final String MOST_RESPONSE_TIME = "sun.net.httpserver.maxRspTime";
  private static final String SECONDS = "2";
  private static final int MOST_THREADS = 32;
  private static final int MOST_WAITING = 1_000;

  static {
    for (String time : List.of(MOST_REQUEST_TIME, MOST_RESPONSE_TIME)) {
      System.setProperty(time, System.getProperty(time, SECONDS));
    }
  }

  private final HttpConfig config;
  private final Health health;
  private final Optional<HttpServer> server;
  private final ThreadPoolExecutor threads = threads();

  private HealthServer(HttpConfig config, Health health) {
    this.config = config;
    this.health = health;
    this.server = config.port().isPresent() ? Optional.of(bind()) : Optional.empty();
  }

  /**
   * Starts the server if a port is configured.
   *
   * @throws ConfigException if the port is not available
   */
  public static HealthServer start(HttpConfig config, Health health) {
    HealthServer started = new HealthServer(config, health);
    started.server.ifPresent(started::serve);
    return started;
  }

  private HttpServer bind() {
    int port = config.port().getAsInt();
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

  private void serve(HttpServer bound) {
    bound.createContext("/", this::answer);
    bound.setExecutor(threads);
    bound.start();
    LOG.atInfo()
        .addKeyValue("address", config.host() + ":" + bound.getAddress().getPort())
        .log("health endpoint open");
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
              Thread thread = new Thread(task, "health");
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
    try (exchange) {
      int status = status(exchange);
      Map<String, String> body = new TreeMap<>();
      body.put("role", health.role());
      body.put("phase", health.phaseName());
      byte[] bytes = (JSON.writeValueAsString(body) + "\n").getBytes(UTF_8);
      boolean hasBody =
          status == HttpURLConnection.HTTP_OK || status == HttpURLConnection.HTTP_UNAVAILABLE;
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.sendResponseHeaders(status, hasBody && !head ? bytes.length : -1);
      if (hasBody && !head) {
        exchange.getResponseBody().write(bytes);
      }
    }
  }

  private int status(HttpExchange exchange) {
    if (!config.serves(Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host")))) {
      return MISDIRECTED;
    }
    if (!List.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
      return HttpURLConnection.HTTP_BAD_METHOD;
    }
    return switch (exchange.getRequestURI().getPath()) {
      case "/health/live" -> HttpURLConnection.HTTP_OK;
      case "/health/ready" ->
          health.phase() == Health.Phase.READY
              ? HttpURLConnection.HTTP_OK
              : HttpURLConnection.HTTP_UNAVAILABLE;
      default -> HttpURLConnection.HTTP_NOT_FOUND;
    };
  }

  /** The port, if any. */
  OptionalInt port() {
    return server
        .map(bound -> OptionalInt.of(bound.getAddress().getPort()))
        .orElse(OptionalInt.empty());
  }

  @Override
  public void close() {
    server.ifPresent(bound -> bound.stop(0));
    threads.shutdownNow();
  }
}
