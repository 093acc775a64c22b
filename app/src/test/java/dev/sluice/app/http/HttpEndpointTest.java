package dev.sluice.app.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.http.EventFeed.Event;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.HttpConfig;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
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

  private final AtomicReference<List<Event>> latest = new AtomicReference<>(List.of());
  private final EventFeed feed = new EventFeed(this::first, latest::get);
  private final List<Socket> open = new ArrayList<>();
  private HttpEndpoint server;
  private RawClient client;

  @BeforeEach
  void start() {
    server =
        HttpEndpoint.start(
            new HttpConfig(LOOPBACK, OptionalInt.of(0), List.of("streams", "other.example")),
            List.of(
                new HttpEndpoint.Page("/page", request -> text("a page".getBytes(UTF_8))),
                new HttpEndpoint.Page("/broken", request -> broken()),
                new HttpEndpoint.Page(
                    "/agent", headers -> text(headers.getFirst("HOST").getBytes(UTF_8))),
                new HttpEndpoint.Stream("/events", feed)));
    client = new RawClient(server.port());
  }

  private List<Event> first() {
    return List.of(new Event("document", "{}"));
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

  @ParameterizedTest
  @ValueSource(strings = {"/page", "/events"})
  void shouldAnswerAHeadWithoutABody(String path) throws IOException {
    assertThat(client.ask("HEAD " + path, "localhost"))
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
    "/events, evil.example"
  })
  void shouldRefuseRequestsForOthers(String path, String host) throws IOException {
    assertThat(client.ask("GET " + path, host)).startsWith("HTTP/1.1 421 ").endsWith("\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({"GET /, 404", "GET /page/, 404", "POST /page, 405", "POST /events, 405"})
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

  @Test
  void shouldAnswerBesideViewersAndRefuseTooMany() throws IOException {
    for (int i = 0; i < HttpEndpoint.MOST_VIEWERS; i++) {
      nextEvent(view());
    }

    assertThat(client.get("/page")).endsWith("a page");
    assertThat(client.get("/events")).startsWith("HTTP/1.1 503 ");
  }

  @Test
  void shouldMakeRoomWhenAViewerHasGone() throws Exception {
    for (int i = 0; i < HttpEndpoint.MOST_VIEWERS; i++) {
      nextEvent(view());
    }
    assertThat(server.viewers()).isEqualTo(HttpEndpoint.MOST_VIEWERS);
    for (Socket socket : open) {
      socket.close();
    }
    awaitThat(
        () -> {
          latest.set(List.of(new Event("sample", "{}"))); // noticed when it is told something
          return server.viewers() == 0;
        });

    assertThat(nextEvent(view())).isEqualTo("event: document data: {}");
  }

  private static void awaitThat(Callable<Boolean> condition) throws Exception {
    long until = System.nanoTime() + LONG.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).isLessThan(until);
      Thread.sleep(10);
    }
  }

  @Test
  void shouldTellTheLatestEventBeforeItStops() throws IOException {
    List<BufferedReader> viewers = new ArrayList<>();
    for (int i = 0; i < HttpEndpoint.MOST_VIEWERS; i++) {
      viewers.add(view());
      nextEvent(viewers.get(i));
    }

    latest.set(List.of(new Event("sample", "the end")));
    server.close();

    for (BufferedReader viewer : viewers) {
      assertThat(nextEvent(viewer)).isEqualTo("event: sample data: the end");
      assertThat(viewer.lines().toList()).endsWith("0", "").allMatch(HttpEndpointTest::isOfAChunk);
    }
  }

  private static boolean isOfAChunk(String line) {
    return line.matches("[0-9a-f]*");
  }

  @Test
  void shouldRefuseAnEventOfTwoLines() {
    assertThatThrownBy(() -> new Event("sample", "a\nevent: b"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** A viewer that has read the headers. */
  private BufferedReader view() throws IOException {
    Socket socket = client.open("GET /events", "localhost");
    open.add(socket);
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
    assertThat(line(reader)).startsWith("HTTP/1.1 200 ");
    while (!line(reader).isEmpty()) {}
    return reader;
  }

  /** The two lines of the next event; lines of the chunks around it are left out. */
  private static String nextEvent(BufferedReader viewer) throws IOException {
    String line = line(viewer);
    while (!line.startsWith("event:")) {
      line = line(viewer);
    }
    return line + " " + line(viewer);
  }

  private static String line(BufferedReader reader) throws IOException {
    String line = reader.readLine();
    if (line == null) {
      throw new EOFException();
    }
    return line;
  }

  private static boolean isDropped(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true; // reset, as nobody had read it
    }
  }
}
