package dev.sluice.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.http.HttpEndpoint.Route;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.HttpConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpEndpointTest {
  private static final String LOOPBACK = "127.0.0.1";

  /** For what must be done in time. */
  private static final Duration LONG = Duration.ofMinutes(2);

  private final CountDownLatch polled = new CountDownLatch(1);
  private volatile String state = "Running";
  private final List<Socket> open = new ArrayList<>();
  private HttpEndpoint server;
  private RawClient client;

  @BeforeEach
  void start() {
    server =
        HttpEndpoint.start(
            new HttpConfig(LOOPBACK, OptionalInt.of(0), List.of("streams", "other.example")),
            List.of(
                new Route("/page", request -> text("a page".getBytes(UTF_8))),
                new Route("/broken", request -> broken()),
                new Route("/agent", headers -> text(headers.getFirst("HOST").getBytes(UTF_8))),
                new Route("/view", request -> view(), true)));
    client = new RawClient(server.port());
  }

  private Answer view() {
    polled.countDown();
    LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
    return text(state.getBytes(UTF_8));
  }

  private static Answer text(byte[] text) {
    return Answer.of(200, "text/plain", text).with("X-More", "1");
  }

  private static Answer broken() {
    throw new IllegalStateException("broken");
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    server.close();
  }

  @Test
  void shouldAnswerWithHeadersAndBody() throws IOException {
    assertThat(client.get("/page"))
        .startsWith("HTTP/1.1 200 ")
        .containsIgnoringCase("Content-Type: text/plain\r\n")
        .containsIgnoringCase("Cache-Control: no-store\r\n")
        .containsIgnoringCase("X-Content-Type-Options: nosniff\r\n")
        .containsIgnoringCase("X-More: 1\r\n")
        .endsWith("\r\n\r\na page");
  }

  @Test
  void shouldShowTheHeadersOfARequest() throws IOException {
    assertThat(client.get("/agent")).endsWith("\r\n\r\nlocalhost");
  }

  @Test
  void shouldAnswerAHeadWithoutABody() throws IOException {
    assertThat(client.ask("HEAD /page", "localhost"))
        .startsWith("HTTP/1.1 200 ")
        .endsWith("\r\n\r\n");
  }

  @Test
  void shouldAnswerBesideRequestsThatAreNeverComplete() throws Exception {
    openIncomplete(1);
    awaitAnswer();
    openIncomplete(199);
    for (int i = 0; i < 3; i++) {
      awaitAnswer();
    }
    for (Socket socket : open) { // each is dropped in the end
      assertThat(isDropped(socket)).isTrue();
    }
  }

  private void openIncomplete(int connections) throws IOException {
    for (int i = 0; i < connections; i++) {
      Socket socket = client.connect();
      RawClient.write(socket, "GET /page HTTP/1.1\r\nHost: loc");
      open.add(socket);
    }
  }

  @Test
  void shouldTellOfABrokenAnswer() throws IOException {
    assertThat(client.get("/broken")).startsWith("HTTP/1.1 500 ").doesNotContain("broken");
  }

  /** A request that waits for a thread until the slow ones are dropped may be dropped with them. */
  private void awaitAnswer() throws Exception {
    awaitThat(
        () -> {
          try {
            return client.get("/page").endsWith("a page");
          } catch (SocketException e) {
            return false;
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "LOCALHOST:80",
        "127.0.0.1:9",
        "[::1]",
        "10.0.0.1:80",
        "[FE80::1]:80",
        "streams",
        "other.example:1"
      })
  void shouldAnswerRequestsForItsNames(String host) throws IOException {
    assertThat(client.ask("GET /page", host)).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @CsvSource({
    "/page, evil.example",
    "/page, localhost.evil.example",
    "/page, 10.0.0.1.evil.example",
    "/page, [::1].evil.example",
    "/page, 10.0.0",
    "/page, ''",
    "/view, evil.example"
  })
  void shouldRefuseRequestsForOthers(String path, String host) throws IOException {
    assertThat(client.ask("GET " + path, host)).startsWith("HTTP/1.1 421 ").endsWith("\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({"GET /, 404", "GET /page/, 404", "POST /page, 405", "POST /view, 405"})
  void shouldAnswerNothingElse(String methodAndPath, int status) throws IOException {
    assertThat(client.ask(methodAndPath, "localhost")).startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void shouldNameAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HttpConfig config = new HttpConfig(LOOPBACK, OptionalInt.of(taken.getLocalPort()), List.of());

      assertThatThrownBy(() -> HttpEndpoint.start(config, List.of()))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("http.port")
          .hasMessageContaining(LOOPBACK + ":" + taken.getLocalPort());
    }
  }

  private static void awaitThat(Callable<Boolean> condition) throws Exception {
    long until = System.nanoTime() + LONG.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.sleep(10);
    }
  }

  @Test
  void shouldSendTheLastStateToThoseWhoPollBeforeItStops() throws Exception {
    CompletableFuture<String> answer = CompletableFuture.supplyAsync(this::poll);
    polled.await();

    state = "Finished";
    server.close();

    assertThat(answer.get()).endsWith("Finished");
  }

  private String poll() {
    try {
      return client.get("/view");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isDropped(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true; // reset, as nobody had read it
    }
  }
}
