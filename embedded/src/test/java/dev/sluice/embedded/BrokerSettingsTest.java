package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class BrokerSettingsTest {
  private static final Path DIRECTORY = Path.of("data");

  @Test
  void shouldTakeAnyPortAndDocumentsOfSixteenMebibytesByDefault() {
    EmbeddedBroker.Settings settings = EmbeddedBroker.Settings.in(DIRECTORY);

    assertThat(settings).isEqualTo(new EmbeddedBroker.Settings(DIRECTORY, 0, 17 * 1024 * 1024));
  }

  @Test
  void shouldRefusePortsThatDoNotExist() {
    assertThatThrownBy(() -> new EmbeddedBroker.Settings(DIRECTORY, 65_536, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("port 65536 is not between 0 (any free port) and 65535");
  }

  @Test
  void shouldRefuseRecordsThatNoRequestCanHold() {
    assertThatThrownBy(() -> new EmbeddedBroker.Settings(DIRECTORY, 0, (512 << 20) + 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("maxRecordBytes 536870913 is not between 1 and 536870912");
  }
}
