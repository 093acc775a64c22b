package dev.sluice.app.health;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.app.config.ConfigException;
import dev.sluice.app.config.HttpConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HealthServerTest {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int MOST_WAIT_MILLIS = 30_000;

  private final Health health = new Health("streams");
  private HealthServer server;

  @BeforeEach
  void start() {
    server =
        HealthServer.start(
            new HttpConfig(LOOPBACK, OptionalInt.of(0), List.of("streams", "other.example")),
            health);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"STARTING, 503", "RESTORING, 503", "READY, 200", "STOPPING, 503"})
  void shouldBeAliveInEveryPhaseAndReadyInOne(Health.Phase phase, int ready) throws IOException {
    health.enter(phase);

    assertThat(get("/health/live", "localhost")).startsWith("HTTP/1.1 200 ");
    assertThat(get("/health/ready", "localhost"))
        .startsWith("HTTP/1.1 " + ready + " ")
        .endsWith(
            "{\"phase\":\"%s\",\"role\":\"streams\"}\n".formatted(phase.name().toLowerCase()));
  }

  /** With one thread and no limit of time, the first of them kept all others from an answer. */
  @ParameterizedTest
  @ValueSource(ints = {1, 200})
  void shouldAnswerBesideRequestsThatAreNeverComplete(int connections) throws IOException {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < connections; i++) {
        Socket socket = new Socket(LOOPBACK, server.port().getAsInt());
        socket.getOutputStream().write("GET /health/live HTTP/1.1\r\nHost: loc".getBytes(US_ASCII));
        slow.add(socket);
      }
      for (int i = 0; i < 3; i++) {
        assertThat(getAgainIfDropped()).startsWith("HTTP/1.1 200 ");
      }
      for (Socket socket : slow) { // each is dropped in the end
        assertThat(isDropped(socket)).isTrue();
      }
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  /** A request that waits for a thread until the slow ones are dropped may be dropped with them. */
  private String getAgainIfDropped() throws IOException {
    try {
      return get("/health/live", "localhost");
    } catch (SocketException e) {
      return get("/health/live", "localhost");
    }
  }

  @Test
  void shouldNotComeBackFromAStop() {
    health.enter(Health.Phase.STOPPING);
    health.enter(Health.Phase.READY);

    assertThat(health.phase()).isEqualTo(Health.Phase.STOPPING);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LOCALHOST:80", "127.0.0.1:9", "[::1]", "streams", "other.example:1"})
  void shouldAnswerRequestsForItsNames(String host) throws IOException {
    assertThat(get("/health/live", host)).startsWith("HTTP/1.1 200 ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "localhost.evil.example", "10.0.0.1", ""})
  void shouldRefuseRequestsForOthers(String host) throws IOException {
    assertThat(get("/health/live", host)).startsWith("HTTP/1.1 421 ").doesNotContain("streams");
  }

  @ParameterizedTest
  @CsvSource({"GET, /, 404", "GET, /health, 404", "POST, /health/live, 405"})
  void shouldAnswerNothingElse(String method, String path, int status) throws IOException {
    assertThat(ask(method + " " + path + " HTTP/1.1", "localhost"))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void shouldNameAPortThatIsTaken() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HttpConfig config = new HttpConfig(LOOPBACK, OptionalInt.of(taken.getLocalPort()), List.of());

      assertThatThrownBy(() -> HealthServer.start(config, health))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("http.port")
          .hasMessageContaining(LOOPBACK + ":" + taken.getLocalPort());
    }
  }

  private static boolean isDropped(Socket socket) throws IOException {
    socket.setSoTimeout(MOST_WAIT_MILLIS);
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true; // reset, as nobody had read it
    }
  }

  private String get(String path, String host) throws IOException {
    return ask("GET " + path + " HTTP/1.1", host);
  }

  private String ask(String line, String host) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), server.port().orElseThrow())) {
      socket.setSoTimeout(MOST_WAIT_MILLIS);
      String request = line + "\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }
}
