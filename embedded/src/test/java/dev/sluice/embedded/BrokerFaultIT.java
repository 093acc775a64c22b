package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.utils.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults that would end the process. Every broker that runs in this JVM is told of them. */
@Timeout(300)
class BrokerFaultIT {
  @TempDir private Path dataDir;

  @Test
  void shouldReportAnUnwritableLogInsteadOfEndingTheProcess() throws Exception {
    CompletableFuture<String> fault = new CompletableFuture<>();
    try (EmbeddedBroker broker =
        EmbeddedBroker.start(BrokerSettings.in(dataDir), fault::complete)) {
      TestingClient client = new TestingClient(broker.bootstrapServers(), "documents");
      Files.createFile(dataDir.resolve(client.partition().toString()));

      client.createTopic(Map.of());

      assertThat(fault.get(2, TimeUnit.MINUTES))
          .startsWith("The embedded broker on " + dataDir + " has failed in its thread");
    }
  }

  @Test
  void shouldNotEndTheProcessForALateThreadOfAClosedBroker() {
    EmbeddedBroker.start(
            BrokerSettings.in(dataDir),
            fault -> {
              throw new AssertionError(fault);
            })
        .close();

    assertThatCode(() -> Exit.halt(1)).doesNotThrowAnyException();
  }
}
