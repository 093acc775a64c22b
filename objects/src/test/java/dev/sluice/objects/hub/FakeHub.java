package dev.sluice.objects.hub;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A hub with one data set, {@code org/name}, whose branch {@code main} can move: paged trees,
 * redirects to a second origin that refuses tokens, signatures that end, rate limits on demand.
 */
public final class FakeHub implements AutoCloseable {
  /** Entries of a page of a tree. */
  static final int PAGE = 2;

  private static final String REPOSITORY = "/org/name/";
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

  private final HttpServer hub = server();
  private final HttpServer store = server();
  private final SortedMap<String, SortedMap<String, byte[]>> commits =
      new ConcurrentSkipListMap<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger limited = new AtomicInteger();
  private final AtomicInteger signature = new AtomicInteger();
  private volatile String main = "c1";
  private volatile String token = "";

  /** Starts it with an empty commit {@code c1}. */
  public FakeHub() {
    commits.put(main, new ConcurrentSkipListMap<>());
    hub.createContext("/", this::answerHub);
    store.createContext("/", this::answerStore);
    hub.start();
    store.start();
  }

  private static HttpServer server() {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String origin(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Its address, for {@code HF_ENDPOINT}. */
  public String endpoint() {
    return origin(hub);
  }

  /** Adds a file to the newest commit. */
  public FakeHub put(String path, byte[] bytes) {
    commits.get(main).put(path, bytes);
    return this;
  }

  /** Moves the branch to a new commit with other files. */
  public void move(Map<String, byte[]> files) {
    String next = "c" + (commits.size() + 1);
    commits.put(next, new ConcurrentSkipListMap<>(files));
    main = next;
  }

  /** Answers so many requests with a rate limit that ends at once. */
  void limit(int count) {
    limited.set(count);
  }

  /** Ends all signatures given so far. */
  void endSignatures() {
    signature.incrementAndGet();
  }

  /** Lets only those read who send this token. */
  void require(String secret) {
    token = secret;
  }

  /** Requests so far: path and, behind a space, whether a token came along. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private void answerHub(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = URLDecoder.decode(exchange.getRequestURI().getRawPath(), UTF_8);
      String authorization = exchange.getRequestHeaders().getFirst("Authorization");
      requests.add("hub " + path + (authorization == null ? "" : " token"));
      if (limited.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
        exchange.getResponseHeaders().set("RateLimit", "\"resolvers\";r=0;t=0");
        send(exchange, 429, new byte[0]);
      } else if (!token.isEmpty() && !("Bearer " + token).equals(authorization)) {
        exchange.getResponseHeaders().set("X-Error-Code", "GatedRepo");
        send(exchange, 401, new byte[0]);
      } else if (path.startsWith("/api/datasets" + REPOSITORY + "revision/")) {
        revision(exchange, path.substring(path.lastIndexOf('/') + 1));
      } else if (path.startsWith("/api/datasets" + REPOSITORY + "tree/")) {
        tree(exchange, path.split("/tree/", 2)[1]);
      } else if (path.startsWith("/datasets" + REPOSITORY + "resolve/")) {
        String file = path.split("/resolve/", 2)[1];
        exchange
            .getResponseHeaders()
            .set("Location", origin(store) + "/" + file.replace(" ", "%20") + "?s=" + signature);
        send(exchange, 302, new byte[0]);
      } else {
        send(exchange, 404, new byte[0]);
      }
    }
  }

  private void revision(HttpExchange exchange, String revision) throws IOException {
    String commit = revision.equals("main") ? main : revision;
    send(
        exchange,
        commits.containsKey(commit) ? 200 : 404,
        "{\"sha\":\"%s\"}".formatted(commit).getBytes(UTF_8));
  }

  private void tree(HttpExchange exchange, String place) throws IOException {
    String[] parts = place.split("/", 2);
    SortedMap<String, byte[]> files = commits.get(parts[0]);
    String prefix = parts.length == 1 ? "" : parts[1] + "/";
    SortedMap<String, String> entries = new TreeMap<>();
    files.forEach(
        (path, bytes) -> {
          if (path.startsWith(prefix)) {
            String name = path.substring(prefix.length()).split("/")[0];
            boolean directory = path.length() > prefix.length() + name.length();
            entries.put(
                name,
                "{\"type\":\"%s\",\"path\":\"%s%s\",\"size\":%d,\"oid\":\"%s\"}"
                    .formatted(
                        directory ? "directory" : "file",
                        prefix,
                        name,
                        directory ? 0 : bytes.length,
                        "h" + Arrays.hashCode(bytes)));
          }
        });
    if (entries.isEmpty()) {
      send(exchange, 404, new byte[0]);
      return;
    }
    String query = exchange.getRequestURI().getQuery();
    int from = query.contains("cursor=") ? Integer.parseInt(query.split("cursor=")[1]) : 0;
    if (from + PAGE < entries.size()) {
      String next = exchange.getRequestURI().getRawPath() + "?cursor=" + (from + PAGE);
      exchange.getResponseHeaders().set("Link", "<%s%s>; rel=\"next\"".formatted(endpoint(), next));
    }
    String page = entries.values().stream().skip(from).limit(PAGE).collect(Collectors.joining(","));
    send(exchange, 200, ("[" + page + "]").getBytes(UTF_8));
  }

  private void answerStore(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring(1);
      requests.add("store " + path);
      String[] place = path.split("/", 2);
      Matcher range = RANGE.matcher(exchange.getRequestHeaders().getFirst("Range"));
      if (exchange.getRequestHeaders().containsKey("Authorization")) {
        send(exchange, 400, "two credentials".getBytes(UTF_8));
      } else if (!exchange.getRequestURI().getQuery().equals("s=" + signature)) {
        send(exchange, 403, new byte[0]);
      } else if (range.matches()) {
        byte[] bytes = commits.get(place[0]).get(place[1]);
        int from = Integer.parseInt(range.group(1));
        int to = Integer.parseInt(range.group(2)) + 1;
        send(exchange, 206, Arrays.copyOfRange(bytes, from, Math.min(to, bytes.length)));
      }
    }
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    hub.stop(0);
    store.stop(0);
  }
}
