package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.streams.TopologyClients.AbortedCommits;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.record.EndOfUnit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Topologies that stand still in a transaction until the broker has aborted it. */
@Timeout(180)
@ExtendWith(SharedBroker.class)
@Execution(ExecutionMode.CONCURRENT)
class StandstillIT {
  private static final int PARTITIONS = 2;
  private static final int THREADS = 2;
  private static final int ROWS = 200;
  private static final int MORE_ROWS = 300;
  private static final String FIRST_UNIT = "CC-MAIN-2024-10#1";
  private static final String SECOND_UNIT = "CC-MAIN-2024-18#1";
  private static final Map<String, String> SHORT_TRANSACTIONS =
      Map.of("transaction.timeout.ms", "3000");

  private static KafkaConnection connection;
  private static KafkaConnection shortTransactions;

  @TempDir private Path stateDir;

  @BeforeAll
  static void start(EmbeddedBroker broker) {
    connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
    shortTransactions = new KafkaConnection(broker.bootstrapServers(), SHORT_TRANSACTIONS);
  }

  private StreamsRunner run(TestingTopics topics, StandingStill clients) {
    return StreamsRunner.start(
        CurationTopology.build(topics.settings(), clients.gauge()),
        shortTransactions,
        TestingCuration.how(topics.names(), stateDir, THREADS),
        clients);
  }

  private static List<TestingDocument> documents(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> TestingDocument.of("id " + i, i % 2 == 0 ? 1.5 : 4).fromRow(i))
        .toList();
  }

  /** A topology that works processes the first unit, and a suspended one the second. */
  private static void takeTwoUnits(TestingTopics topics, StandingStill clients, int standstills) {
    topics.sendUnit(FIRST_UNIT, documents(ROWS));
    topics.readCurated("low", 1);
    clients.plan(standstills);
    topics.sendUnit(SECOND_UNIT, documents(MORE_ROWS));
  }

  /** Every document is there once, and the markers of the second unit say so. */
  private static void assertExactlyOnce(TestingTopics topics, StreamsRunner runner)
      throws Exception {
    Counters second = new Counters();
    List<String> ids = new ArrayList<>();
    for (String bucket : topics.names().buckets()) {
      for (ConsumerRecord<byte[], byte[]> record :
          topics.readCurated(bucket, 2, () -> assertThat(runner.failure()).isEmpty())) {
        if (!EndOfUnit.matches(record.value())) {
          ids.add(new String(record.key(), UTF_8));
        } else if (EndOfUnit.parse(record.value()).unit().id().equals(SECOND_UNIT)) {
          second.merge(EndOfUnit.parse(record.value()).curated());
        }
      }
    }
    assertThat(ids).hasSize(MORE_ROWS).doesNotHaveDuplicates();
    assertThat(second.total(Outcome.KEPT.key())).isEqualTo(MORE_ROWS - ROWS);
    assertThat(second.total(Outcome.DUPLICATES_REMOVED.key())).isEqualTo(ROWS);
    assertThat(second.ended()).isEqualTo(MORE_ROWS);
    TestingTopics.awaitShown(topics.marked(2), runner);
  }

  @ParameterizedTest
  @EnumSource(names = {"RECORDS", "COMMIT"})
  void shouldResumeByItself(StandingStill.Step step) throws Exception {
    assertResumes(step, 1);
  }

  @ParameterizedTest
  @CsvSource({"OFFSETS, 1", "COMMIT, 3"})
  @Tag("endurance")
  void shouldResumeByItselfAtAnyStepAndAgain(StandingStill.Step step, int standstills)
      throws Exception {
    assertResumes(step, standstills);
  }

  private void assertResumes(StandingStill.Step step, int standstills) throws Exception {
    TestingTopics topics =
        new TestingTopics(connection, "goes-on-" + step + "-" + standstills, PARTITIONS);
    StandingStill clients = new StandingStill(connection, step);
    try (StreamsRunner runner = run(topics, clients)) {
      takeTwoUnits(topics, clients, standstills);

      assertExactlyOnce(topics, runner);
      assertThat(clients.times()).isEqualTo(standstills);
      assertThat(runner.failure()).isEmpty();
    }
  }

  @Test
  @Tag("endurance")
  void shouldNotRepeatTheSameForEver() throws Exception {
    TestingTopics topics = new TestingTopics(connection, "gives-up", PARTITIONS);
    StandingStill clients = new StandingStill(connection, StandingStill.Step.COMMIT);
    try (StreamsRunner runner = run(topics, clients)) {
      takeTwoUnits(topics, clients, Integer.MAX_VALUE);

      runner.await();
      assertThat(runner.failure().orElseThrow())
          .hasRootCauseInstanceOf(InvalidTxnStateException.class);
      assertThat(clients.times()).isGreaterThan(AbortedCommits.AT_MOST);
      assertThat(runner.gauge().counters()).as("without aborted rows").isEqualTo(topics.marked(1));
    }
    StandingStill others = new StandingStill(connection, StandingStill.Step.COMMIT);
    try (StreamsRunner runner = run(topics, others)) {
      assertExactlyOnce(topics, runner);
    }
  }
}
