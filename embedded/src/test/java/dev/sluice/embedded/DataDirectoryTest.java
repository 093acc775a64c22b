package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataDirectoryTest {
  @TempDir Path directory;

  @Test
  void shouldNotBeUsedBeforeABrokerHasRunOnIt() throws Exception {
    DataDirectory data = new DataDirectory(directory);
    data.clusterId();
    assertThat(data.wasUsed()).isFalse();

    PreviousBroker.fence(BrokerProperties.ofController(directory, LoopbackPort.free()));
    assertThat(data.wasUsed()).isTrue();
  }
}
