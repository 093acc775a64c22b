package dev.sluice.objects.s3;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.objects.ObjectStore;
import dev.sluice.objects.ObjectVersion;
import dev.sluice.storage.PermanentException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class S3StoreTest {
  private static final int OK = 200;
  private static final int NO_CONTENT = 204;
  private static final int PARTIAL = 206;
  private static final int GONE = 404;
  private static final int CHANGED = 412;
  private static final int UNKNOWN = 501;

  /** One of them has a character that XML has no way to write. */
  private static final List<String> ODD =
      List.of("a b", "a+b", "a%2Fb", "100%", "Größe 北京 🙂", "a\u0001b");

  private static final byte[] TEN = "0123456789".getBytes(US_ASCII);
  private static final ObjectVersion VERSION = new ObjectVersion(100, "\"e1\"", Instant.EPOCH);
  private static final Map<String, String> PROPERTIES =
      Map.of("aws.accessKeyId", "any", "aws.secretAccessKey", "any", "aws.maxAttempts", "2");

  private final Map<String, String> before = new HashMap<>();
  private HttpServer server;
  private S3Store store;
  private final Queue<String> ranges = new ConcurrentLinkedQueue<>();
  private final List<String> conditions = new CopyOnWriteArrayList<>();
  private volatile String tag = VERSION.tag();
  private volatile int refusal = OK;
  private final Queue<String> pages = new ConcurrentLinkedQueue<>();
  private volatile int deletions;

  @TempDir Path directory;

  @BeforeEach
  void start() throws IOException {
    PROPERTIES.forEach((name, value) -> before.put(name, System.setProperty(name, value)));
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    store =
        new S3Store(
            "bucket",
            Map.of("AWS_ENDPOINT_URL_S3", "http://127.0.0.1:" + server.getAddress().getPort()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (String.valueOf(exchange.getRequestURI().getRawQuery()).contains("list-type=2")) {
        list(exchange);
        return;
      }
      exchange.getResponseHeaders().set("ETag", tag);
      if (exchange.getRequestMethod().equals("PUT")) {
        put(exchange);
        return;
      }
      if (exchange.getRequestMethod().equals("DELETE")) {
        delete(exchange);
        return;
      }
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.getResponseHeaders().set("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT");
        exchange.getResponseHeaders().set("Content-Length", "100");
        exchange.sendResponseHeaders(OK, -1);
        return;
      }
      if (!ranges.isEmpty()) {
        exchange.getResponseHeaders().set("Content-Range", ranges.remove());
      }
      exchange.sendResponseHeaders(PARTIAL, TEN.length);
      exchange.getResponseBody().write(TEN);
    }
  }

  /** As a proxy that answers in place of the store, as often as there are answers. */
  private void delete(HttpExchange exchange) throws IOException {
    if (pages.isEmpty()) {
      deletions++;
      exchange.sendResponseHeaders(NO_CONTENT, -1);
    } else {
      byte[] page = pages.remove().getBytes(UTF_8);
      exchange.sendResponseHeaders(OK, page.length);
      exchange.getResponseBody().write(page);
    }
  }

  /** Refuses what has a condition. */
  private void put(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    String condition = exchange.getRequestHeaders().getFirst("If-Match");
    conditions.add(String.valueOf(condition));
    exchange.sendResponseHeaders(condition == null ? OK : refusal, -1);
  }

  /** As a store that encodes names where it is asked to. */
  private void list(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getRawQuery();
    boolean encodes = query.contains("encoding-type=url");
    StringBuilder keys = new StringBuilder();
    for (String name : ODD) {
      String key = "in/" + name;
      keys.append("<Contents><Key>")
          .append(encodes ? URLEncoder.encode(key, UTF_8).replace("%2F", "/") : key)
          .append("</Key><Size>1</Size><ETag>" + tag.replace("\"", "&quot;") + "</ETag>")
          .append("<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>");
    }
    byte[] answer =
        ("<ListBucketResult><Name>bucket</Name>"
                + (encodes ? "<EncodingType>url</EncodingType>" : "")
                + "<IsTruncated>false</IsTruncated>"
                + keys
                + "</ListBucketResult>")
            .getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    exchange.sendResponseHeaders(OK, answer.length);
    exchange.getResponseBody().write(answer);
  }

  @AfterEach
  void stop() {
    before.forEach(
        (name, value) -> {
          if (value == null) {
            System.clearProperty(name);
          } else {
            System.setProperty(name, value);
          }
        });
    server.stop(0);
  }

  @Test
  void shouldTakeNoOtherRangeForTheOneThatItAskedFor() throws IOException {
    ranges.addAll(List.of("bytes 10-19/100", "bytes 20-29/100"));

    assertThat(store.read("key", VERSION, 20, TEN.length)).isEqualTo(TEN);

    assertThat(ranges).as("answers that were not asked for again").isEmpty();
  }

  @Test
  void shouldGiveUpAnAnswerThatStaysAnother() {
    ranges.addAll(Collections.nCopies(2, "bytes 10-19/100"));

    assertThatThrownBy(() -> store.read("key", VERSION, 20, TEN.length))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(PermanentException.class)
        .hasMessageStartingWith("s3://bucket/key: ")
        .hasMessageContaining("requested bytes=20-29, but received 10 bytes: bytes 10-19/100");
    assertThat(ranges).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"e1\"", "e1", "W/\"e1\"", "W/e1"})
  void shouldKnowAnETagHoweverItIsWritten(String written) throws IOException {
    tag = written;

    assertThat(store.head("key").map(ObjectVersion::tag)).contains(VERSION.tag());
    assertThat(store.list("in/"))
        .extracting(entry -> entry.version().orElseThrow().tag())
        .containsOnly(VERSION.tag());
    for (String known : List.of("\"e1\"", "e1", "W/\"e1\"")) {
      ObjectVersion version = new ObjectVersion(100, known, Instant.EPOCH);
      assertThat(store.read("key", version, 20, TEN.length)).isEqualTo(TEN);
    }
    assertThatThrownBy(
            () -> store.read("key", new ObjectVersion(100, "\"e2\"", Instant.EPOCH), 0, TEN.length))
        .isInstanceOf(PermanentException.class)
        .hasMessageContaining("s3://bucket/key has changed while it was read");
  }

  @Test
  void shouldTakeWhatIsSentWithoutARange() throws IOException {
    assertThat(store.read("key", VERSION, 20, TEN.length)).isEqualTo(TEN);
  }

  private boolean replace() throws IOException {
    Path file = Files.writeString(directory.resolve("complete"), "text");
    return store.replace("key", VERSION.tag(), file, "hash");
  }

  @Test
  void shouldReplaceOnlyTheVersionThatWasSeen() throws IOException {
    assertThat(replace()).isTrue();

    for (int status : List.of(CHANGED, GONE)) {
      refusal = status;
      assertThat(replace()).as("%d", status).isFalse();
    }
    assertThat(conditions).hasSize(3).containsOnly(VERSION.tag());
  }

  @Test
  void shouldReplaceWithoutTheConditionWhereAStoreDoesNotKnowIt() throws IOException {
    refusal = UNKNOWN;

    assertThat(replace()).isTrue();

    assertThat(conditions).containsExactly(VERSION.tag(), "null");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>Sign in</html>", "<Error><Code>InternalError</Code></Error>"})
  void shouldTakeNoOtherAnswerForADeletion(String page) throws IOException {
    pages.add(page);
    store.delete("object");
    assertThat(deletions).isEqualTo(1);
  }

  @Test
  void shouldListKeysThatXmlCannotHold() throws IOException {
    assertThat(store.list("in/"))
        .extracting(ObjectStore.ObjectEntry::name)
        .containsExactlyInAnyOrderElementsOf(ODD);
    assertThat(store.sizesBelow("in/")).containsOnlyKeys(ODD.stream().map("in/"::concat).toList());
    assertThat(store.holdsAny("in/")).isTrue();
  }
}
