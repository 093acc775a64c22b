package dev.sluice.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.TestingConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrokersTest {
  private static final String REPORTERS = "metric.reporters";

  @TempDir private Path directory;

  private SluiceConfig config(String kafka) {
    return TestingConfig.loadYaml(directory, kafka);
  }

  @Test
  void shouldRegisterBeansOnlyForMetrics() {
    SluiceConfig config = config("");
    assertThat(Brokers.clientProperties(config)).containsEntry(REPORTERS, "");
    assertThat(Brokers.clientProperties(config.with(config.http().onSomePort())))
        .doesNotContainKey(REPORTERS);
  }

  @Test
  void shouldLeaveBeansToTheUser() {
    assertThat(Brokers.clientProperties(config("kafka.properties.metric.reporters: org.x.Y")))
        .containsEntry(REPORTERS, "org.x.Y");
    assertThat(Brokers.clientProperties(config("kafka.bootstrap-servers: localhost:9092")))
        .doesNotContainKey(REPORTERS);
  }
}
