package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.streams.RestoreReport.RestoreMeter;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.RestoreProgress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What another process sees of a restore. */
@Timeout(180)
@ExtendWith(SharedBroker.class)
class RestoreReportIT {
  private static final TopicPartition CHANGELOG = new TopicPartition("ids-changelog", 0);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static KafkaConnection connection;

  @TempDir private Path stateDir;
  private ProgressLog log;
  private StreamsSettings settings;
  private final RestoreMeter meter = new RestoreMeter(System::nanoTime);

  @BeforeAll
  static void start(EmbeddedBroker broker) {
    connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
  }

  @BeforeEach
  void provision(TestInfo test) throws Exception {
    String prefix = test.getTestMethod().orElseThrow().getName();
    TestingTopics topics = new TestingTopics(connection, prefix, 1);
    log = new ProgressLog(connection, topics.names().progress());
    settings = TestingCuration.how(topics.names(), stateDir, 1);
  }

  @Test
  void shouldReportToOtherProcessesUntilItIsDone() {
    try (RestoreReport report = RestoreReport.start(meter, connection, settings)) {
      assertThat(report.now()).isEmpty();
      meter.onRestoreStart(CHANGELOG, "ids", 0, 100);
      meter.onBatchRestored(CHANGELOG, "ids", 39, 40);
      RestoreProgress reported =
          awaitRestores(restores -> restores.stream().anyMatch(one -> one.records() == 40)).get(0);
      assertThat(reported.instance()).isEqualTo(settings.instanceId());
      assertThat(reported.remaining()).isEqualTo(60);
      assertThat(reported.isCurrentAt(System.currentTimeMillis())).isTrue();
      assertThat(report.now().orElseThrow().remaining()).isEqualTo(60);

      meter.onRestoreEnd(CHANGELOG, "ids", 100);
      awaitRestores(List::isEmpty);
      assertThat(report.now()).isEmpty();
    }
  }

  @Test
  void shouldTakeBackWhatItSaidWhenItStops() {
    try (RestoreReport report = RestoreReport.start(meter, connection, settings)) {
      meter.onRestoreStart(CHANGELOG, "ids", 0, 100);
      assertThat(report.now()).isPresent();
      awaitRestores(restores -> !restores.isEmpty());
    }
    awaitRestores(List::isEmpty);
  }

  private List<RestoreProgress> awaitRestores(Predicate<List<RestoreProgress>> condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<RestoreProgress> restores = log.read().restores();
    while (!condition.test(restores)) {
      assertThat(System.nanoTime()).as("restores reported: %s", restores).isLessThan(deadline);
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      restores = log.read().restores();
    }
    return restores;
  }
}
