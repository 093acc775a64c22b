package dev.sluice.app.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.http.HttpEndpoint;
import dev.sluice.app.http.RawClient;
import dev.sluice.settings.HttpConfig;
import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HealthTest {
  private final Health health = new Health("streams");
  private HttpEndpoint server;
  private RawClient client;

  @BeforeEach
  void start() {
    HttpConfig config = new HttpConfig("127.0.0.1", OptionalInt.of(0), List.of());
    server = HttpEndpoint.start(config, health.routes());
    client = new RawClient(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({"STARTING, 503", "RESTORING, 503", "READY, 200", "STOPPING, 503"})
  void shouldBeAliveInEveryPhaseAndReadyInOne(Health.Phase phase, int ready) throws IOException {
    health.enter(phase);

    assertThat(client.get("/health/live")).startsWith("HTTP/1.1 200 ");
    assertThat(client.get("/health/ready"))
        .startsWith("HTTP/1.1 " + ready + " ")
        .contains("application/json")
        .endsWith(
            "{\"phase\":\"%s\",\"role\":\"streams\"}\n".formatted(phase.name().toLowerCase()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/health"})
  void shouldAnswerNothingElse(String path) throws IOException {
    assertThat(client.get(path)).startsWith("HTTP/1.1 404 ");
  }

  @Test
  void shouldNotComeBackFromAStop() {
    health.enter(Health.Phase.STOPPING);
    health.enter(Health.Phase.READY);

    assertThat(health.phase()).isEqualTo(Health.Phase.STOPPING);
  }
}
