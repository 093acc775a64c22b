package dev.sluice.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.utils.internals.Exit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Faults that would end the process. */
@Timeout(300)
class BrokerFaultIT {
  @TempDir private Path dataDir;

  @Test
  void shouldReportAnUnwritableLogInsteadOfEndingTheProcess(@TempDir Path otherDir)
      throws Exception {
    CompletableFuture<String> fault = new CompletableFuture<>();
    CompletableFuture<String> others = new CompletableFuture<>();
    try (EmbeddedBroker other =
            EmbeddedBroker.start(EmbeddedBroker.Settings.in(otherDir), others::complete);
        EmbeddedBroker broker =
            EmbeddedBroker.start(EmbeddedBroker.Settings.in(dataDir), fault::complete)) {
      assertThat(other.bootstrapServers()).isNotEqualTo(broker.bootstrapServers());
      TestingClient client = new TestingClient(broker.bootstrapServers(), "documents");
      Files.createFile(dataDir.resolve(client.partition().toString()));

      client.createTopic(Map.of());

      assertThat(fault.get(2, TimeUnit.MINUTES))
          .startsWith(
              "The embedded broker with data directory " + dataDir + " has failed in thread");
      assertThat(others).isNotDone();
    }
  }

  @Test
  void shouldNotEndTheProcessForALateThreadOfAClosedBroker() {
    EmbeddedBroker.start(
            EmbeddedBroker.Settings.in(dataDir),
            fault -> {
              throw new AssertionError(fault);
            })
        .close();

    assertThatCode(() -> Exit.halt(1)).doesNotThrowAnyException();
  }

  /** An interrupt closes the file that a thread is writing. Kafka takes that for a broken disk. */
  @Test
  void shouldCloseInOrderHoweverOftenTheCallerIsInterrupted() throws Exception {
    List<String> faults = new CopyOnWriteArrayList<>();
    EmbeddedBroker broker = EmbeddedBroker.start(EmbeddedBroker.Settings.in(dataDir), faults::add);
    new TestingClient(broker.bootstrapServers(), "documents").createTopic(Map.of());
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread closing =
        new Thread(
            () -> {
              broker.close();
              interrupted.set(Thread.interrupted());
            });
    closing.start();
    while (closing.isAlive()) {
      closing.interrupt();
      closing.join(1);
    }

    assertThat(faults).isEmpty();
    assertThat(interrupted).isTrue();
    assertThat(dataDir.resolve(".kafka_cleanshutdown")).exists();
  }

  @Test
  void shouldTellOthersOnlyOfThreadsThatAreNoBrokers() throws Exception {
    List<String> faults = new CopyOnWriteArrayList<>();
    FaultWatch closed = watch(faults);
    closed.close();
    FaultWatch running = watch(faults);
    try {
      Thread late = new Thread(closed.threads(), () -> Exit.halt(1), "late");
      late.start();
      late.join();
      assertThat(faults).isEmpty();

      Exit.halt(1);
      assertThat(faults).hasSize(1);
    } finally {
      running.close();
    }
  }

  private FaultWatch watch(List<String> faults) {
    return FaultWatch.start(
        new DataDirectory(dataDir), faults::add, CompletableFuture.completedFuture(null));
  }
}
