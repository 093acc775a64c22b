package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Counters;
import dev.sluice.embedded.BrokerSettings;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.record.DocumentRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidTxnStateException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Producers that are lost in the midst of a unit, and who goes on. */
@Timeout(180)
class NewProducerIT {
  private static final int ROWS = 1700;
  private static final long MANY_TRANSACTIONS = 64 << 10;
  private static final long ONE_TRANSACTION = 1L << 40;
  private static final Map<String, String> SHORT_TRANSACTIONS =
      Map.of("transaction.timeout.ms", "3000");

  @TempDir private static Path dataDir;
  private static EmbeddedBroker broker;

  @TempDir private Path input;
  private TestingIngest ingest;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start(BrokerSettings.in(dataDir), fault -> {});
  }

  @AfterAll
  static void stop() {
    broker.close();
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
        .hasMessageContaining("has read it to its end")
        .hasMessageContaining("--dump");
    assertWhole(topics);
  }

  @Test
  void shouldSayWhoTookOverWhileItStoodStill() throws Exception {
    TestingTopics topics = topics("fence-asleep");
    SleepingSource source = new SleepingSource(topics);
    FutureTask<Void> fenced = source.read("the sleeper");
    source.awaitAbort("the sleeper");
    assertThatThrownBy(
            () -> topics.stage().read(List.of(source.plan()), BackPressure.NONE, "the second"))
        .as("it has claimed the unit, then it cannot read the source")
        .isInstanceOf(IOException.class);
    source.wake();

    assertThatThrownBy(fenced::get)
        .cause()
        .isInstanceOf(UnitTakenOverException.class)
        .hasMessageContaining("the second, which reads it on");
    topics.stage().read(List.of(ingest.plan()), BackPressure.NONE, "the third");
    assertWhole(topics);
  }

  @Test
  void shouldContinueWithANewProducerAfterItStoodStill() throws Exception {
    TestingTopics topics = topics("asleep");
    SleepingSource source = new SleepingSource(topics);
    FutureTask<Void> sleeper = source.read("the sleeper");

    source.awaitAbort("the sleeper");
    source.wake();
    sleeper.get();

    assertWhole(topics);
    assertThat(topics.progress().writer()).isEqualTo("the sleeper");
  }

  @Test
  void shouldContinueWithANewProducerAfterItStoodStillInACommit() throws Exception {
    Map<String, String> properties = new HashMap<>(SHORT_TRANSACTIONS);
    properties.putAll(StandstillInCommit.properties());
    ingest = ingest.withPrefix("asleep-in-commit");
    TestingTopics topics = new TestingTopics(broker, ingest, properties);
    String transaction = ingest.settings().topics().ingestTransaction(TestingIngest.UNIT.id());
    AtomicInteger commits = new AtomicInteger();
    BackPressure planning =
        waits -> {
          if (commits.incrementAndGet() == 1) {
            StandstillInCommit.plan(
                transaction, ingest.settings().topics().progress(), topics::awaitAbort);
          }
        };

    new Ingest(topics.connection(), topics.log(), ingest.settings())
        .read(List.of(ingest.plan()), planning, "the sleeper");

    assertThat(StandstillInCommit.happened(transaction)).isTrue();
    assertWhole(topics);
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

  /** A second file that cannot be read for a while, with a transaction open meanwhile. */
  private final class SleepingSource {
    private final Path file = input.resolve("data/1.parquet");
    private final Path away = input.resolve("away");
    private final TestingTopics topics;
    private final UnitPlan plan = ingest.plan();

    /** The unit is begun, so that its files are known. */
    SleepingSource(TestingTopics topics) throws Exception {
      this.topics = topics;
      assertThatThrownBy(
              () ->
                  topics
                      .unitIngest(
                          room -> {
                            throw new InterruptedException("for a test");
                          })
                      .ingest(plan))
          .isInstanceOf(InterruptedException.class);
      Files.move(file, away);
      Files.createDirectory(file);
    }

    UnitPlan plan() {
      return plan;
    }

    FutureTask<Void> read(String writer) {
      TestingIngest patient = ingest.withTransactionBytes(ONE_TRANSACTION);
      FutureTask<Void> task =
          new FutureTask<>(
              () -> {
                new Ingest(
                        topics.connection(),
                        topics.log(),
                        patient.settings(new IoRetry(10, Duration.ofMillis(100))))
                    .read(List.of(plan), BackPressure.NONE, writer);
                return null;
              });
      new Thread(task, writer).start();
      return task;
    }

    /** Until the broker has aborted what this reader sends behind its claim of the unit. */
    void awaitAbort(String writer) {
      while (!topics.writer().equals(writer)) {
        Thread.onSpinWait();
      }
      topics.awaitAbort();
    }

    void wake() throws IOException {
      Files.delete(file);
      Files.move(away, file);
    }
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
