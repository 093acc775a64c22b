package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Counters;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.ingest.NewProducer.ProducerLostException;
import dev.sluice.ingest.UnitTurn.UnitTakenOverException;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.record.DocumentRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Producers that are lost in the midst of a unit, and who goes on. */
@Timeout(180)
@ExtendWith(SharedBroker.class)
@Execution(ExecutionMode.CONCURRENT)
class NewProducerIT {
  private static final int ROWS = 1700;
  private static final long MANY_TRANSACTIONS = 64 << 10;
  private static final long ONE_TRANSACTION = 1L << 40;
  private static final Map<String, String> SHORT_TRANSACTIONS =
      Map.of("transaction.timeout.ms", "3000");

  private static EmbeddedBroker broker;

  @TempDir private Path input;
  private TestingIngest ingest;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
  }

  @BeforeEach
  void setUp() throws IOException {
    TestingSources.write(input.resolve("data/0.parquet"), TestingSources.rows(1, 1000), 60);
    TestingSources.write(input.resolve("data/1.parquet"), TestingSources.rows(2, 700), 60);
    ingest = TestingIngest.of(input).withPushDown(false).withTransactionBytes(MANY_TRANSACTIONS);
  }

  private TestingTopics topics(String prefix) throws Exception {
    ingest = ingest.withPrefix(prefix);
    return new TestingTopics(broker, ingest, SHORT_TRANSACTIONS);
  }

  private static void assertWhole(TestingTopics topics) throws Exception {
    assertThat(topics.progress().ended()).isTrue();
    assertThat(topics.progress().counted().total(Counters.ROWS)).isEqualTo(ROWS);
    List<String> rows =
        topics.documents().stream()
            .flatMap(List::stream)
            .map(ConsumerRecord::value)
            .filter(DocumentRecord::matches)
            .map(NewProducerIT::coordinates)
            .toList();
    assertThat(rows).hasSize(ROWS).doesNotHaveDuplicates();
  }

  private static String coordinates(byte[] value) {
    try {
      DocumentRecord document = DocumentRecord.parse(value);
      return document.file() + " " + document.row();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void shouldSayWhoTookOver() throws Exception {
    TestingTopics topics = topics("fence");
    CountDownLatch first = new CountDownLatch(1);
    CountDownLatch second = new CountDownLatch(1);
    FutureTask<Void> fenced =
        reading(
            topics,
            "the first",
            room -> {
              first.countDown();
              second.await();
            });
    first.await();

    topics.stage().read(List.of(ingest.plan()), BackPressure.NONE, "the second");
    second.countDown();

    assertThatThrownBy(fenced::get)
        .isInstanceOf(ExecutionException.class)
        .cause()
        .isInstanceOf(UnitTakenOverException.class)
        .hasMessageContaining(TestingIngest.UNIT.id())
        .hasMessageContaining("the second")
        .hasMessageContaining("has finished reading the unit")
        .hasMessageContaining("--dump");
    assertWhole(topics);
  }

  @Test
  void shouldSayWhoTookOverWhileItStoodStill() throws Exception {
    ingest = ingest.withTransactionBytes(ONE_TRANSACTION);
    TestingTopics topics = topics("fence-asleep");
    CountDownLatch aborted = new CountDownLatch(1);
    CompletableFuture<Void> woken = new CompletableFuture<>();
    FutureTask<Void> fenced =
        sleeping(
            topics,
            ingest.settings().topics().documents(),
            () -> {
              topics.awaitAbort();
              aborted.countDown();
              woken.join();
            });
    aborted.await();
    assertThatThrownBy(
            () -> topics.stage().read(List.of(ingest.plan()), NewProducerIT::stop, "the second"))
        .as("it has claimed the unit")
        .isInstanceOf(InterruptedException.class);
    woken.complete(null);

    assertThatThrownBy(fenced::get)
        .cause()
        .isInstanceOf(UnitTakenOverException.class)
        .hasMessageContaining("the second, which continues to read the unit");
    topics.stage().read(List.of(ingest.plan()), BackPressure.NONE, "the third");
    assertWhole(topics);
  }

  private static void stop(WaitTimes<IngestWait> waits) throws InterruptedException {
    throw new InterruptedException("stopped by the test");
  }

  @Test
  void shouldContinueWithANewProducerAfterItStoodStill() throws Exception {
    ingest = ingest.withTransactionBytes(ONE_TRANSACTION);
    assertGoesOn("asleep", TopicNames::documents);
  }

  @Test
  void shouldContinueWithANewProducerAfterItStoodStillInACommit() throws Exception {
    assertGoesOn("asleep-in-commit", TopicNames::progress);
  }

  private void assertGoesOn(String prefix, Function<TopicNames, String> step) throws Exception {
    TestingTopics topics = topics(prefix);

    sleeping(topics, step.apply(ingest.settings().topics()), topics::awaitAbort).get();

    assertThat(StandstillInTransaction.happened(transaction())).isTrue();
    assertWhole(topics);
    assertThat(topics.progress().writer()).isEqualTo("the sleeper");
  }

  private String transaction() {
    return ingest.settings().topics().ingestTransaction(TestingIngest.UNIT.id());
  }

  /** An ingest that stands still at a record to a topic, with its claim of the unit behind it. */
  private FutureTask<Void> sleeping(TestingTopics topics, String topic, Runnable until)
      throws Exception {
    Map<String, String> properties = new HashMap<>(SHORT_TRANSACTIONS);
    properties.putAll(StandstillInTransaction.properties());
    properties.put("linger.ms", "0"); // the first records go before there are others
    AtomicInteger asked = new AtomicInteger();
    return reading(
        new TestingTopics(broker, ingest, properties),
        "the sleeper",
        waits -> {
          if (asked.incrementAndGet() == 1) {
            StandstillInTransaction.plan(transaction(), topic, until);
          }
        });
  }

  private FutureTask<Void> reading(TestingTopics topics, String writer, BackPressure pressure)
      throws IOException {
    UnitPlan plan = ingest.plan();
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              topics.stage().read(List.of(plan), pressure, writer);
              return null;
            });
    new Thread(task, writer).start();
    return task;
  }

  @Test
  void shouldContinueWithANewProducerWhenTheBrokerGivesTheOldOneUp() throws Exception {
    TestingTopics topics = topics("given-up");
    Ingest stage = topics.stage();
    AtomicInteger waits = new AtomicInteger();
    BackPressure twice = // each time behind a transaction, not before the first
        room -> {
          if (waits.incrementAndGet() % 2 == 0 && waits.get() <= 4) {
            throw new KafkaException("given up", new InvalidTxnStateException("for a test"));
          }
        };

    stage.read(List.of(ingest.plan()), twice, "test");

    assertThat(waits).hasValueGreaterThan(4);
    assertWhole(topics);
  }

  @Test
  void shouldNotRunForEver() throws Exception {
    TestingTopics topics = topics("given-up-always");
    Ingest stage = topics.stage();
    BackPressure always =
        waits -> {
          throw new InvalidTxnStateException("for a test");
        };

    assertThatThrownBy(() -> stage.read(List.of(ingest.plan()), always, "test"))
        .isInstanceOf(InvalidTxnStateException.class);
  }

  @Test
  void shouldContinueAfterAFewStandstillsWithoutProgress() throws Exception {
    TestingTopics topics = topics("asleep-again");
    NewProducer newProducer =
        new NewProducer(
            new ProgressLog(topics.connection(), ingest.settings().topics().progress()),
            TestingIngest.UNIT);

    for (int i = 0; i < 5; i++) {
      newProducer.requireAllowed(standstill(false));
    }
    assertThatThrownBy(() -> newProducer.requireAllowed(standstill(false)))
        .isInstanceOf(InvalidTxnStateException.class);
    newProducer.requireAllowed(standstill(true));
    newProducer.requireAllowed(standstill(false));
  }

  private static ProducerLostException standstill(boolean advanced) {
    return new ProducerLostException(
        new InvalidTxnStateException("for a test"), true, advanced, Optional.empty());
  }
}
