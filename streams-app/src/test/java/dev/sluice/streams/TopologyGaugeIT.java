package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.KafkaConnection;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the gauge shows of a topology that runs, is killed, stops and starts again. */
@Timeout(600)
@ExtendWith(SharedBroker.class)
class TopologyGaugeIT {
  private static final int PARTITIONS = 3;
  private static final int ROWS = 5_000;
  private static final String INSTANCE = "killed";
  private static final Duration PATIENCE = Duration.ofSeconds(120);

  private static KafkaConnection connection;

  @TempDir private Path stateDir;

  @BeforeAll
  static void start(EmbeddedBroker broker) {
    connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
  }

  private StreamsRunner run(TestingTopics topics) {
    TopologyGauge gauge = new TopologyGauge();
    return StreamsRunner.start(
        CurationTopology.build(topics.settings(), gauge),
        connection,
        TestingCuration.howAsTwin(topics.names(), stateDir, INSTANCE),
        gauge);
  }

  private static List<TestingDocument> documents() {
    return IntStream.range(0, ROWS)
        .mapToObj(i -> TestingDocument.of("id " + i / 2, i % 3).fromRow(i))
        .toList();
  }

  private static String unit(int number) {
    return "CC-MAIN-2024-10#" + number;
  }

  /** Until something is committed. */
  private static void awaitAny(TestingTopics topics) {
    try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
      consumer.assign(List.of(new TopicPartition(topics.names().curated("low"), 0)));
      consumer.seekToBeginning(consumer.assignment());
      while (consumer.poll(Duration.ofMillis(10)).isEmpty()) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  @Tag("endurance")
  void shouldShowWhatTheMarkersSayAfterAKillAndARestart() throws Exception {
    TestingTopics topics = new TestingTopics(connection, "killed", PARTITIONS);
    topics.sendUnit("CC-MAIN-2024-10#1", documents());
    try (TestingInstance killed =
        TestingInstance.startTwin(connection, topics, stateDir, INSTANCE)) {
      awaitAny(topics);
      killed.kill();
    }

    Counters all;
    try (StreamsRunner runner = run(topics)) {
      TestingTopics.awaitShown(topics.marked(1), runner);
      topics.sendUnit("CC-MAIN-2024-18#1", documents());
      all = topics.marked(2);
      TestingTopics.awaitShown(all, runner);
    }
    try (StreamsRunner runner = run(topics)) {
      TestingTopics.awaitShown(all, runner);
      assertThat(all.ended()).isEqualTo(2 * ROWS);
      assertThat(runner.gauge().partitions()).hasSize(PARTITIONS);
    }
  }

  @Test
  void shouldLagBehindUntilAllIsFetchedAndBeReadableWhenItHasStopped() throws Exception {
    TestingTopics topics = new TestingTopics(connection, "stopped", PARTITIONS);
    int units = 1;
    topics.sendUnit(unit(units), documents());
    StreamsRunner runner = run(topics);
    try (runner) {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (runner.lag() == 0) {
        assertThat(runner.failure()).isEmpty();
        assertThat(System.nanoTime()).as("a lag in time").isLessThan(deadline);
        if (runner.gauge().counters().ended() == (long) units * ROWS) { // before it was seen
          topics.sendUnit(unit(++units), documents());
        }
      }
      topics.marked(units);
      while (runner.lag() > 0) {
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
    }

    assertThat(runner.gauge().counters()).isEqualTo(topics.marked(units));
  }
}
