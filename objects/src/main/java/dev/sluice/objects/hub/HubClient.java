package dev.sluice.objects.hub;

import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends requests to the hub, and to where it redirects. The token goes to the hub alone: redirects
 * are followed by hand, because the client of JDK 17 sends it along. Waits as long as a rate limit
 * asks for. Thread-safe.
 */
final class HubClient {
  private static final Logger LOG = LoggerFactory.getLogger(HubClient.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);
  private static final Duration ANSWER = Duration.ofSeconds(60);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int SERVER_ERROR = 500;
  private static final int ATTEMPTS = 5;
  private static final int MOST_LIMITS = 20;
  private static final long BACKOFF_MILLIS = 500;
  private static final long UNKNOWN_LIMIT_SECONDS = 60;
  private static final Pattern RESET = Pattern.compile(";\\s*t=(\\d+)");

  private final URI endpoint;
  private final Optional<String> token;
  private final HttpClient http =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private HubClient(URI endpoint, Optional<String> token) {
    this.endpoint = endpoint;
    this.token = token;
  }

  /**
   * Takes what the hub's own clients take: {@code HF_ENDPOINT}; {@code HF_TOKEN}, or the file that
   * logging in leaves in {@code HF_HOME}.
   */
  static HubClient ofEnvironment(Map<String, String> environment) {
    String endpoint = environment.getOrDefault("HF_ENDPOINT", "https://huggingface.co");
    return new HubClient(URI.create(endpoint), token(environment));
  }

  private static Optional<String> token(Map<String, String> environment) {
    String given = environment.get("HF_TOKEN");
    if (given != null) {
      return Optional.of(given.strip()).filter(text -> !text.isEmpty());
    }
    String home =
        environment.getOrDefault(
            "HF_HOME", System.getProperty("user.home") + "/.cache/huggingface");
    try {
      return Optional.of(Files.readString(Path.of(home, "token")).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Whether requests say who asks. */
  boolean hasToken() {
    return token.isPresent();
  }

  /** A URL of the hub. */
  URI uri(String path) {
    return URI.create(endpoint + path);
  }

  /**
   * Sends a request until it is answered with anything but a rate limit or an error of the server.
   *
   * @param wanted stays as it is
   * @throws IOException if it was not answered so in the end
   */
  <T> HttpResponse<T> send(URI uri, HttpRequest.Builder wanted, HttpResponse.BodyHandler<T> handler)
      throws IOException {
    HttpRequest.Builder request = wanted.copy().uri(uri).timeout(ANSWER);
    if (isHub(uri)) {
      token.ifPresent(secret -> request.setHeader("Authorization", "Bearer " + secret));
    }
    int limits = 0;
    for (int attempt = 1; ; attempt++) {
      Optional<IOException> failure;
      try {
        HttpResponse<T> response = http.send(request.build(), handler);
        if (response.statusCode() == TOO_MANY_REQUESTS && limits++ < MOST_LIMITS) {
          await(response);
          attempt--;
          continue;
        }
        if (response.statusCode() < SERVER_ERROR && response.statusCode() != TOO_MANY_REQUESTS) {
          return response;
        }
        failure =
            Optional.of(
                new IOException("%s answers %d".formatted(bare(uri), response.statusCode())));
      } catch (IOException e) {
        failure = Optional.of(new IOException("%s: %s".formatted(bare(uri), message(e)), e));
      } catch (InterruptedException e) {
        throw interrupted();
      }
      if (attempt == ATTEMPTS) {
        throw failure.get();
      }
      sleep(BACKOFF_MILLIS << attempt, failure.get().getMessage());
    }
  }

  private boolean isHub(URI uri) {
    return endpoint.getScheme().equals(uri.getScheme())
        && endpoint.getAuthority().equals(uri.getAuthority());
  }

  /** Without its query, which may be a signature. */
  private static String bare(URI uri) {
    return uri.getScheme() + "://" + uri.getAuthority() + uri.getPath();
  }

  private static String message(IOException e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }

  private static void await(HttpResponse<?> response) throws IOException {
    Matcher reset = RESET.matcher(response.headers().firstValue("RateLimit").orElse(""));
    long seconds = reset.find() ? Long.parseLong(reset.group(1)) + 1 : UNKNOWN_LIMIT_SECONDS;
    sleep(
        Math.min(seconds, 10 * UNKNOWN_LIMIT_SECONDS) * 1_000,
        "the hub's rate limit is reached; a token (HF_TOKEN) has a higher one");
  }

  private static void sleep(long millis, String why) throws IOException {
    long wait = millis + ThreadLocalRandom.current().nextLong(millis / 4 + 1);
    LOG.atWarn().addKeyValue("waitMillis", wait).log("{}: waiting", why);
    try {
      Thread.sleep(wait);
    } catch (InterruptedException e) {
      throw interrupted();
    }
  }

  private static IOException interrupted() {
    Thread.currentThread().interrupt();
    return new PermanentException("interrupted while the hub was asked");
  }
}
