package dev.sluice.objects.s3;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.objects.ObjectVersion;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class S3StoreTest {
  private static final int PARTIAL = 206;
  private static final byte[] TEN = "0123456789".getBytes(US_ASCII);
  private static final ObjectVersion VERSION = new ObjectVersion(100, "\"e1\"", Instant.EPOCH);
  private static final Map<String, String> PROPERTIES =
      Map.of("aws.accessKeyId", "any", "aws.secretAccessKey", "any");

  private final Map<String, String> before = new HashMap<>();
  private HttpServer server;
  private S3Store store;
  private volatile String range = "";

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
      exchange.getResponseHeaders().set("ETag", VERSION.tag());
      if (!range.isEmpty()) {
        exchange.getResponseHeaders().set("Content-Range", range);
      }
      exchange.sendResponseHeaders(PARTIAL, TEN.length);
      exchange.getResponseBody().write(TEN);
    }
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
    range = "bytes 20-29/100";
    assertThat(store.read("key", VERSION, 20, TEN.length)).isEqualTo(TEN);

    range = "bytes 10-19/100";
    assertThatThrownBy(() -> store.read("key", VERSION, 20, TEN.length))
        .isInstanceOf(IOException.class)
        .hasMessage("s3://bucket/key: asked for 10 bytes at 20, got 10: bytes 10-19/100");
  }

  @Test
  void shouldTakeWhatIsSentWithoutARange() throws IOException {
    assertThat(store.read("key", VERSION, 20, TEN.length)).isEqualTo(TEN);
  }
}
