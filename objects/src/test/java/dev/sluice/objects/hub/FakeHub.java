package dev.sluice.objects.hub;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A hub with one data set, {@code org/name}, whose branch {@code main} can move: paged trees,
 * redirects to a second origin that refuses tokens, signatures that end, rate limits and faults on
 * demand. Complete enough for the hub's own Python library to read it.
 */
public final class FakeHub implements AutoCloseable {
  private static final String REPOSITORY = "org/name";
  private static final String MAIN = "main";
  private static final int HUB_PAGE = 1_000;
  private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d*)");

  /** Segments of paths before "datasets". */
  private static final int PAGES = 0;

  private static final int API = 1;
  private static final int CACHE = 2;

  /** What the store does to an answer. */
  public enum Fault {
    /** Ends the connection after half of the bytes. */
    CUT,
    /** Sends half of the bytes, and then nothing. */
    STALL,
    /** Sends half of the bytes as if there were no more. */
    SHORT,
    /** Sends as many bytes of another range. */
    ELSEWHERE,
    /** Answers that it is overloaded. */
    OVERLOADED
  }

  private final ExecutorService threads = Executors.newCachedThreadPool(FakeHub::daemon);
  private final HttpServer hub;
  private final HttpServer store;
  private final int page;
  private final Map<String, SortedMap<String, byte[]>> commits = new ConcurrentHashMap<>();
  private final Map<String, byte[]> large = new ConcurrentHashMap<>();
  private final Map<String, String> revisions = new ConcurrentHashMap<>();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private final Queue<Fault> faults = new ConcurrentLinkedQueue<>();
  private final AtomicInteger limited = new AtomicInteger();
  private final AtomicInteger signature = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile boolean whole;
  private volatile Optional<String> lost = Optional.empty();
  private volatile int limitSeconds;
  private volatile String token = "";
  private volatile String refusal = "";
  private volatile Optional<Hold> hold = Optional.empty();

  /**
   * Keeps the readers of some files waiting.
   *
   * @param path part of the paths of these files
   */
  private record Hold(String path, CountDownLatch reached, CountDownLatch released) {}

  /** Starts it with an empty commit and the pages that the hub has. */
  public FakeHub() {
    this(HUB_PAGE, 0);
  }

  /**
   * Starts it with an empty commit.
   *
   * @param page entries of a page of a tree
   * @param port 0 for any
   */
  FakeHub(int page, int port) {
    this.page = page;
    this.hub = server(port, this::answerHub);
    this.store = server(0, this::answerStore);
    move(Map.of());
  }

  /**
   * Serves the files below a directory until it is killed; writes its address.
   *
   * @param arguments the directory; a port; a token that is required; entries of a page
   */
  public static void main(String... arguments) throws IOException {
    int port = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
    FakeHub hub =
        new FakeHub(arguments.length > 3 ? Integer.parseInt(arguments[3]) : HUB_PAGE, port);
    hub.putAll(Path.of(arguments[0]));
    if (arguments.length > 2 && !arguments[2].isEmpty()) {
      hub.require(arguments[2], "GatedRepo");
    }
    System.out.println(hub.endpoint());
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "fake-hub");
    thread.setDaemon(true);
    return thread;
  }

  /** Answers of one of the two servers. */
  @FunctionalInterface
  private interface Answer {
    void to(HttpExchange exchange) throws IOException;
  }

  private HttpServer server(int port, Answer answer) {
    try {
      InetAddress loopback = InetAddress.getLoopbackAddress();
      HttpServer server = HttpServer.create(new InetSocketAddress(loopback, port), 0);
      server.setExecutor(threads);
      server.createContext(
          "/",
          exchange -> {
            try (exchange) {
              answer.to(exchange);
            } catch (RuntimeException e) {
              send(exchange, 500, e.toString().getBytes(UTF_8));
            }
          });
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String origin(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Its address, for {@code HF_ENDPOINT}. */
  public String endpoint() {
    return origin(hub);
  }

  /** The commit that the branch is at. */
  public String commit() {
    return revisions.get(MAIN);
  }

  /** Adds a file to the newest commit. */
  public FakeHub put(String path, byte[] bytes) {
    commits.get(commit()).put(path, bytes);
    large.put(hash("SHA-256", bytes), bytes);
    return this;
  }

  /** Adds the files below a directory to the newest commit. */
  public FakeHub putAll(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        put(directory.relativize(file).toString(), Files.readAllBytes(file));
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moves the branch to a new commit with other files. */
  public void move(Map<String, byte[]> files) {
    String next = hash("SHA-1", ("commit " + commits.size()).getBytes(UTF_8));
    commits.put(next, new ConcurrentSkipListMap<>());
    revisions.put(MAIN, next);
    files.forEach(this::put);
  }

  /** Gives the newest commit another name. */
  FakeHub name(String revision) {
    revisions.put(revision, commit());
    return this;
  }

  /**
   * Answers so many requests with a rate limit.
   *
   * @param seconds after which it ends, as it says
   */
  public void limit(int count, int seconds) {
    limitSeconds = seconds;
    limited.set(count);
  }

  /** Denies from now on that there are lists for which a query of this form asks. */
  void lose(String query) {
    lost = Optional.of(query);
  }

  /** Sends whole files from now on, whatever part of them is asked for. */
  void ignoreRanges() {
    whole = true;
  }

  /** Changes a byte of a large file, without a word to those who list it. */
  void spoil(String path) {
    byte[] bytes = commits.get(commit()).get(path);
    byte[] spoilt = bytes.clone();
    spoilt[bytes.length / 2] ^= 1;
    large.put(hash("SHA-256", bytes), spoilt);
  }

  /** Ends all signatures given so far. */
  void endSignatures() {
    signature.incrementAndGet();
  }

  /**
   * Lets only those read who send this token.
   *
   * @param error how others are refused
   */
  public void require(String secret, String error) {
    token = secret;
    refusal = error;
  }

  /** Does these to the next answers of the store, one each. */
  public void fail(Fault... next) {
    faults.addAll(List.of(next));
  }

  /** Lets nobody read files with this in their path from now on. */
  public void hold(String path) {
    hold = Optional.of(new Hold(path, new CountDownLatch(1), new CountDownLatch(1)));
  }

  /** Waits until somebody wants to read such a file. */
  public void awaitHeld() throws InterruptedException {
    hold.orElseThrow().reached().await();
  }

  /** Lets everybody read again. */
  public void release() {
    hold.orElseThrow().released().countDown();
    hold = Optional.empty();
  }

  /** Requests so far: path and, behind a space, whether a token came along. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  private void answerHub(HttpExchange exchange) throws IOException {
    String path = decoded(exchange.getRequestURI().getRawPath());
    String authorization = exchange.getRequestHeaders().getFirst("Authorization");
    requests.add("hub " + path + (authorization == null ? "" : " token"));
    if (limited.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      exchange.getResponseHeaders().set("RateLimit", "\"api\";r=0;t=" + limitSeconds);
      exchange.getResponseHeaders().set("RateLimit-Policy", "\"fixed window\";\"api\";q=500;w=300");
      send(exchange, 429, "rate limit".getBytes(UTF_8));
      return;
    }
    // The segments of a path may have escaped slashes, so they are told apart before decoding.
    String[] parts = exchange.getRequestURI().getRawPath().substring(1).split("/", -1);
    boolean api = parts[0].equals("api");
    int first = !api ? PAGES : parts[1].equals("resolve-cache") ? CACHE : API;
    if (parts.length < first + 3 || !parts[first].equals("datasets")) {
      refuse(exchange, 404, "");
      return;
    }
    String name = parts[first + 1] + "/" + parts[first + 2];
    List<String> rest = Stream.of(parts).skip(first + 3).map(FakeHub::decoded).toList();
    boolean allowed = token.isEmpty() || ("Bearer " + token).equals(authorization);
    if (!name.equalsIgnoreCase(REPOSITORY)) {
      refuse(exchange, authorization == null ? 401 : 404, "RepoNotFound");
    } else if (!allowed) {
      refuse(exchange, authorization == null ? 401 : 403, refusal);
    } else if (!name.equals(REPOSITORY)) {
      String canonical = exchange.getRequestURI().toString().replaceFirst(name, REPOSITORY);
      exchange.getResponseHeaders().set("Location", canonical);
      send(exchange, 307, new byte[0]);
    } else {
      answer(exchange, first, rest);
    }
  }

  private static String decoded(String path) {
    return URLDecoder.decode(path.replace("+", "%2B"), UTF_8);
  }

  private void answer(HttpExchange exchange, int part, List<String> rest) throws IOException {
    String what = rest.isEmpty() ? "revision" : rest.get(0);
    String revision = rest.size() < 2 ? MAIN : rest.get(1);
    String commit = commits.containsKey(revision) ? revision : revisions.get(revision);
    String path = String.join("/", rest.subList(Math.min(2, rest.size()), rest.size()));
    if (commit == null) {
      refuse(exchange, 404, "RevisionNotFound");
    } else if (part != API) {
      file(exchange, part == CACHE, commit, path);
    } else if (what.equals("revision")) {
      String info = "{\"id\":\"%s\",\"sha\":\"%s\",\"siblings\":[]}".formatted(REPOSITORY, commit);
      send(exchange, 200, info.getBytes(UTF_8));
    } else if (what.equals("paths-info")) {
      pathsInfo(exchange, commit);
    } else {
      tree(exchange, commit, path);
    }
  }

  private void tree(HttpExchange exchange, String commit, String directory) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    String prefix = directory.isEmpty() ? "" : directory + "/";
    List<String> entries =
        List.copyOf(entries(commit, prefix, query.contains("recursive=true")).values());
    if (entries.isEmpty() && !prefix.isEmpty()) {
      refuse(exchange, 404, "EntryNotFound");
      return;
    }
    if (lost.filter(query::matches).isPresent()) {
      refuse(exchange, 404, "");
      return;
    }
    int from = query.contains("cursor=") ? Integer.parseInt(query.split("cursor=")[1]) : 0;
    int to = Math.min(entries.size(), from + page);
    if (to < entries.size()) {
      String next =
          "%s?%s&cursor=%d"
              .formatted(
                  exchange.getRequestURI().getRawPath(), query.replaceFirst("&cursor=.*", ""), to);
      exchange.getResponseHeaders().set("Link", "<%s%s>; rel=\"next\"".formatted(endpoint(), next));
    }
    send(exchange, 200, ("[" + String.join(",", entries.subList(from, to)) + "]").getBytes(UTF_8));
  }

  /** What is below a directory, by path: files, and directories of files. */
  private SortedMap<String, String> entries(String commit, String prefix, boolean recursive) {
    SortedMap<String, String> entries = new TreeMap<>();
    commits
        .get(commit)
        .forEach(
            (path, bytes) -> {
              if (path.startsWith(prefix)) {
                for (int end = path.indexOf('/', prefix.length()); end > 0; ) {
                  String directory = path.substring(0, end);
                  entries.put(
                      directory, entry("directory", directory, 0, directory.getBytes(UTF_8)));
                  end = recursive ? path.indexOf('/', end + 1) : 0;
                }
                if (recursive || path.indexOf('/', prefix.length()) < 0) {
                  entries.put(path, entry(path, bytes));
                }
              }
            });
    return entries;
  }

  private void pathsInfo(HttpExchange exchange, String commit) throws IOException {
    String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    SortedMap<String, String> all = entries(commit, "", true);
    List<String> found = new ArrayList<>();
    for (String field : form.split("&")) {
      String[] pair = field.split("=", 2);
      String path = URLDecoder.decode(pair[1], UTF_8);
      if (pair[0].equals("paths") && all.containsKey(path)) {
        found.add(all.get(path));
      }
    }
    send(exchange, 200, ("[" + String.join(",", found) + "]").getBytes(UTF_8));
  }

  /** Large files are stored elsewhere, and have two hashes. */
  private static boolean isLarge(String path) {
    return path.endsWith(".parquet");
  }

  private static String entry(String path, byte[] bytes) {
    String entry = entry("file", path, bytes.length, bytes);
    return isLarge(path)
        ? entry.substring(0, entry.length() - 1)
            + ",\"lfs\":{\"oid\":\"%s\",\"size\":%d,\"pointerSize\":134}}"
                .formatted(hash("SHA-256", bytes), bytes.length)
        : entry;
  }

  private static String entry(String type, String path, int size, byte[] hashed) {
    return "{\"type\":\"%s\",\"path\":\"%s\",\"size\":%d,\"oid\":\"%s\"}"
        .formatted(
            type, path.replace("\\", "\\\\").replace("\"", "\\\""), size, hash("SHA-1", hashed));
  }

  /** A large file is elsewhere; a small one is in the hub's cache, below a relative address. */
  private void file(HttpExchange exchange, boolean cached, String commit, String path)
      throws IOException {
    byte[] bytes = commits.get(commit).get(path);
    if (bytes == null) {
      refuse(exchange, 404, "EntryNotFound");
      return;
    }
    BiConsumer<String, String> header = exchange.getResponseHeaders()::set;
    header.accept("X-Repo-Commit", commit);
    if (isLarge(path)) {
      String oid = hash("SHA-256", bytes);
      header.accept("X-Linked-Size", Integer.toString(bytes.length));
      header.accept("X-Linked-Etag", "\"" + oid + "\"");
      header.accept(
          "Location",
          "%s/%s?name=%s&signature=%s"
              .formatted(origin(store), oid, URLEncoder.encode(path, UTF_8), signature));
      send(exchange, 302, new byte[0]);
    } else if (!cached) {
      URI uri = exchange.getRequestURI();
      header.accept("ETag", "\"" + hash("SHA-1", bytes) + "\"");
      header.accept("Location", "/api/resolve-cache" + uri.getRawPath());
      send(exchange, 307, new byte[0]);
    } else {
      header.accept("ETag", "\"" + hash("SHA-1", bytes) + "\"");
      range(exchange, bytes);
    }
  }

  private void answerStore(HttpExchange exchange) throws IOException {
    String oid = exchange.getRequestURI().getPath().substring(1);
    String query = exchange.getRequestURI().getQuery();
    boolean signed = query.endsWith("&signature=" + signature);
    requests.add("store " + query.replaceAll("^name=|&.*", ""));
    await(query);
    if (exchange.getRequestHeaders().containsKey("Authorization")) {
      send(exchange, 400, "two credentials".getBytes(UTF_8));
    } else if (!signed) {
      send(exchange, 403, "the signature has ended".getBytes(UTF_8));
    } else if (!large.containsKey(oid)) {
      send(exchange, 404, new byte[0]);
    } else {
      range(exchange, large.get(oid));
    }
  }

  private void await(String query) {
    hold.filter(held -> query.contains(held.path()))
        .ifPresent(
            held -> {
              held.reached().countDown();
              try {
                held.released().await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  private void range(HttpExchange exchange, byte[] bytes) throws IOException {
    String wanted = exchange.getRequestHeaders().getFirst("Range");
    Matcher range = RANGE.matcher(wanted == null ? "" : wanted);
    Fault fault = faults.poll();
    if (fault == Fault.OVERLOADED) {
      send(exchange, 503, "slow down".getBytes(UTF_8));
    } else if (!range.matches() || whole) {
      send(exchange, 200, bytes);
    } else {
      int from = Integer.parseInt(range.group(1));
      int last = range.group(2).isEmpty() ? bytes.length : Integer.parseInt(range.group(2)) + 1;
      int to = Math.min(bytes.length, last);
      exchange
          .getResponseHeaders()
          .set("Content-Range", "bytes %d-%d/%d".formatted(from, to - 1, bytes.length));
      byte[] part = Arrays.copyOfRange(bytes, from, to);
      if (fault == Fault.ELSEWHERE) {
        exchange
            .getResponseHeaders()
            .set("Content-Range", "bytes %d-%d/%d".formatted(from + 1, to, bytes.length));
        send(exchange, 206, Arrays.copyOfRange(bytes, from + 1, to + 1));
      } else if (fault == null) {
        send(exchange, 206, part);
      } else if (fault == Fault.SHORT) {
        send(exchange, 206, Arrays.copyOf(part, part.length / 2));
      } else {
        sendHalf(exchange, part, fault);
      }
    }
  }

  private void sendHalf(HttpExchange exchange, byte[] body, Fault fault) throws IOException {
    exchange.sendResponseHeaders(206, body.length);
    exchange.getResponseBody().write(body, 0, body.length / 2);
    exchange.getResponseBody().flush();
    if (fault == Fault.STALL) {
      try {
        closed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void refuse(HttpExchange exchange, int status, String error) throws IOException {
    if (!error.isEmpty()) {
      exchange.getResponseHeaders().set("X-Error-Code", error);
    }
    send(exchange, status, "{\"error\":\"%s\"}".formatted(error).getBytes(UTF_8));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static String hash(String algorithm, byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    hold.ifPresent(held -> held.released().countDown());
    hub.stop(0);
    store.stop(0);
    threads.shutdownNow();
  }
}
