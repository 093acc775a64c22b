package dev.sluice.objects.hub;

import static java.net.HttpURLConnection.HTTP_OK;

import dev.sluice.objects.StoreAddress;
import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to the hub, and to the targets of its redirects. Only the hub receives the token:
 * this class follows redirects itself, because the client of JDK 17 would pass the token on. The
 * client waits as long as a rate limit requires. Thread-safe.
 */
final class HubClient {
  private static final Logger LOG = LoggerFactory.getLogger(HubClient.class);
  private static final String ENDPOINT = "HF_ENDPOINT";
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final int REDIRECTION = 3;
  private static final int MOST_REDIRECTS = 5;

  /**
   * Time limit for a whole answer, which has at most 8 MiB, in multiples of {@link
   * Patience#silence}.
   */
  private static final int ANSWER_SILENCES = 5;

  private static final int MOST_LIMITS = 20;
  private static final long UNKNOWN_LIMIT_SECONDS = 60;
  private static final long LONGEST_LIMIT_SECONDS = 600;
  private static final Pattern RESET = Pattern.compile(";\\s*t\\s*=\\s*(\\d+)");

  private final URI endpoint;
  private final Optional<HubToken> token;
  private final Patience patience;
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private volatile boolean hasAnswered;

  /**
   * How long a client waits.
   *
   * @param silence time limit for the head of an answer; the whole answer may take {@value
   *     #ANSWER_SILENCES} times as long
   * @param backoff wait before a request is sent again; doubles each time
   * @param attempts number of times that a request is sent before it fails
   * @param laterAttempts the same once the hub has answered: a mistyped address is reported soon,
   *     but work continues if a hub is unavailable for half a minute
   */
  record Patience(Duration silence, Duration backoff, int attempts, int laterAttempts) {
    static final Patience USUAL = new Patience(Duration.ofSeconds(60), Duration.ofSeconds(1), 5, 6);
  }

  private HubClient(URI endpoint, Optional<HubToken> token, Patience patience) {
    this.endpoint = endpoint;
    this.token = token;
    this.patience = patience;
  }

  /**
   * Creates a client from the variables that the hub's own clients use: {@code HF_ENDPOINT}, and
   * the token.
   *
   * @throws IllegalArgumentException if the variables cannot be used
   */
  static HubClient ofEnvironment(Map<String, String> environment, Patience patience) {
    String endpoint = environment.getOrDefault(ENDPOINT, "https://huggingface.co");
    return new HubClient(
        address(endpoint.replaceFirst("/+$", "")), HubToken.find(environment), patience);
  }

  private static URI address(String text) {
    return StoreAddress.parse(text)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    ENDPOINT + " must be the address of a hub, such as https://huggingface.co"));
  }

  /** Returns where the token was found, or empty if there is no token. */
  Optional<String> tokenSource() {
    return token.map(HubToken::place);
  }

  /** Returns the address of the hub, for messages. */
  String shownEndpoint() {
    return origin(endpoint) + endpoint.getPath();
  }

  /** Returns a URL of the hub. */
  URI uri(String path) {
    return URI.create(endpoint + path);
  }

  /**
   * Sends a request. Redirects to the new name of a data set and to the storage of a file are
   * followed.
   *
   * @param key key that is requested, for messages
   * @param range range of a file, if only a part is requested
   */
  HttpResponse<byte[]> follow(HubKey key, URI first, Optional<HubRange> range) throws IOException {
    URI uri = first;
    for (int i = 0; i < MOST_REDIRECTS; i++) {
      HttpResponse<byte[]> answer = send(key, uri, range);
      Optional<String> location =
          answer.statusCode() / 100 == REDIRECTION
              ? answer.headers().firstValue("Location")
              : Optional.empty();
      if (location.isEmpty()) {
        return answer;
      }
      uri = redirected(key, uri, location.get());
    }
    throw new PermanentException(key + ": the hub redirects too often");
  }

  /**
   * Returns the target of a redirect.
   *
   * @throws PermanentException if the target is not an address, or is not encrypted although the
   *     source is
   */
  static URI redirected(HubKey key, URI from, String location) throws IOException {
    URI to;
    try {
      to = from.resolve(location);
    } catch (IllegalArgumentException e) { // its message contains signatures
      throw noAddress(key, from);
    }
    if (!StoreAddress.isAddress(to)) {
      throw noAddress(key, from);
    }
    if (from.getScheme().equalsIgnoreCase("https") && !"https".equalsIgnoreCase(to.getScheme())) {
      throw new PermanentException(
          "%s: %s redirects to %s, which is not encrypted"
              .formatted(key, origin(from), origin(to)));
    }
    return to;
  }

  private static PermanentException noAddress(HubKey key, URI from) {
    return new PermanentException(
        "%s: %s redirects to an invalid address".formatted(key, origin(from)));
  }

  /**
   * Sends a request until the answer is neither a rate limit nor a server error.
   *
   * @param key key that is requested, for messages
   * @param range range of a file, if only a part is requested
   * @throws IOException if no such answer arrives
   */
  HttpResponse<byte[]> send(HubKey key, URI uri, Optional<HubRange> range) throws IOException {
    HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(patience.silence());
    range.ifPresent(wanted -> request.header("Range", wanted.header()));
    if (isHub(uri)) {
      token.ifPresent(found -> request.setHeader("Authorization", "Bearer " + found.secret()));
    }
    int limits = 0;
    for (int attempt = 1; ; attempt++) {
      IOException failure;
      try {
        HttpResponse<byte[]> response = answer(request.build(), range);
        int status = response.statusCode();
        if (status == TOO_MANY_REQUESTS && limits++ < MOST_LIMITS) {
          await(response);
          attempt--;
          continue;
        }
        if (status < SERVER_ERROR && status != TOO_MANY_REQUESTS) {
          hasAnswered = true;
          return response;
        }
        failure =
            new IOException("%s: %s answers with status %d".formatted(key, origin(uri), status));
      } catch (IOException e) {
        requireTrust(key, uri, e);
        failure = new IOException("%s: %s: %s".formatted(key, origin(uri), message(e)));
        failure.addSuppressed(e); // a cause would be shown instead, without the file
      }
      if (attempt >= (hasAnswered ? patience.laterAttempts() : patience.attempts())) {
        throw failure;
      }
      long millis = patience.backoff().toMillis() << (attempt - 1);
      sleep(millis + jitter(millis), failure.getMessage() + ": trying again");
    }
  }

  /**
   * Returns the whole answer. The timeout of a request covers only the headers, so the whole answer
   * has a separate time limit.
   */
  private HttpResponse<byte[]> answer(HttpRequest request, Optional<HubRange> range)
      throws IOException {
    CompletableFuture<HttpResponse<byte[]>> answer =
        http.sendAsync(request, head -> body(head.statusCode(), range));
    long millis = ANSWER_SILENCES * patience.silence().toMillis();
    try {
      return answer.get(millis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("the answer was not complete after %,d ms".formatted(millis), e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause
          ? cause
          : new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      throw interrupted();
    } finally {
      answer.cancel(true);
    }
  }

  /**
   * Reads the body, but refuses a whole file instead of a range, because it may be larger than
   * memory.
   */
  private static BodySubscriber<byte[]> body(int status, Optional<HubRange> range) {
    if (status == HTTP_OK && range.isPresent() && range.get().length() < range.get().bytes()) {
      return BodySubscribers.mapping(BodySubscribers.ofInputStream(), HubClient::refuseWhole);
    }
    return BodySubscribers.ofByteArray();
  }

  /** Fails after closing the body, so that its connection is closed too. */
  private static byte[] refuseWhole(InputStream body) {
    try {
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalStateException("the server sent a whole file instead of a range");
  }

  /** Returns whether an address belongs to the hub and not to its file storage. */
  boolean isHub(URI uri) {
    return endpoint.getScheme().equals(uri.getScheme())
        && endpoint.getAuthority().equals(uri.getAuthority());
  }

  /** Fails at once if a certificate is not trusted, since retries would not help. */
  private static void requireTrust(HubKey key, URI uri, IOException failure)
      throws PermanentException {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        throw new PermanentException(
            "%s: Java does not trust the certificate of %s: %s. To trust the authority of the certificate, set SLUICE_OPTS=-Djavax.net.ssl.trustStore=FILE"
                .formatted(key, origin(uri), cause.getMessage()));
      }
    }
  }

  /**
   * Shows only the scheme and the host of an address. Queries contain signatures, and users may
   * have passwords.
   */
  static String origin(URI uri) {
    return uri.getScheme() + "://" + String.valueOf(uri.getRawAuthority()).replaceFirst(".*@", "");
  }

  private static String message(IOException e) {
    if (e instanceof ConnectException) {
      return "no connection";
    }
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private void await(HttpResponse<?> response) throws IOException {
    Matcher reset = RESET.matcher(response.headers().firstValue("RateLimit").orElse(""));
    String other = response.headers().firstValue("Retry-After").orElse("");
    long seconds = UNKNOWN_LIMIT_SECONDS;
    if (reset.find()) {
      seconds = Long.parseLong(reset.group(1));
    } else if (other.matches("\\d{1,6}")) {
      seconds = Long.parseLong(other);
    }
    long millis = 1_000 * Math.min(seconds, LONGEST_LIMIT_SECONDS);
    // One second longer: others wait for the same moment, and the time was rounded.
    sleep(
        millis + patience.backoff().toMillis() + jitter(millis),
        token.isPresent()
            ? "the hub limits requests; trying again"
            : "the hub limits requests, and allows more requests if you log in or set HF_TOKEN;"
                + " trying again");
  }

  private static long jitter(long millis) {
    return ThreadLocalRandom.current().nextLong(millis / 4 + 1);
  }

  private static void sleep(long millis, String why) throws IOException {
    LOG.warn("{} in {} s", why, Math.max(1, Math.round(millis / 1e3)));
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static IOException interrupted() {
    Thread.currentThread().interrupt();
    return new PermanentException("interrupted while waiting for the hub");
  }

  /**
   * A requested range of a file.
   *
   * @param position position of the first byte
   * @param length at least 1
   * @param bytes size of the file
   */
  record HubRange(long position, int length, long bytes) {
    /** Returns the value of the {@code Range} header. */
    String header() {
      return "bytes=%d-%d".formatted(position, position + length - 1);
    }
  }
}
