package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Unit;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.Watermark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Several ingests that read units of one output, each its own, with near-deduplication. */
@Timeout(180)
@ExtendWith(SharedBroker.class)
class UnitTurnIT {
  private static final NearDedup RULE = new NearDedup(NearDedupScope.OUTPUT, 0.95, 0.3);

  private static EmbeddedBroker broker;

  @TempDir private Path input;
  private TestingIngest ingest;
  private final List<UnitPlan> units = new ArrayList<>();

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
  }

  @BeforeEach
  void setUp() throws Exception {
    TestingSources.write(input.resolve("data/0.parquet"), TestingSources.rows(1, 1000), 60);
    TestingSources.write(input.resolve("data/1.parquet"), TestingSources.rows(2, 700), 60);
    ingest =
        TestingIngest.of(input)
            .withPushDown(false)
            .withTransactionBytes(64 << 10)
            .withNearDedup(RULE, true);
    for (ListedFile file : ingest.plan().files()) {
      units.add(new UnitPlan(new Unit("CC-MAIN-" + units.size(), 1), List.of(file)));
    }
  }

  private TestingTopics topics(String prefix) throws Exception {
    ingest = ingest.withPrefix(prefix);
    return new TestingTopics(broker, ingest);
  }

  /** An ingest on a thread of its own, as another process would be. */
  private FutureTask<Void> read(
      TestingTopics topics,
      String writer,
      UnitPlan unit,
      IngestGauge gauge,
      BackPressure pressure) {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              new UnitIngest(
                      topics.connection(), topics.log(), ingest.settings(), gauge, pressure, writer)
                  .ingest(unit);
              return null;
            });
    new Thread(task, writer).start();
    return task;
  }

  /** Tells that a unit was claimed, and stops it behind its first transaction. */
  private static BackPressure holding(CountDownLatch reached, CountDownLatch released) {
    AtomicInteger asked = new AtomicInteger();
    return waits -> {
      if (asked.incrementAndGet() == 2) {
        reached.countDown();
        released.await();
      }
    };
  }

  /** Until an ingest waits for its turn; fails if it ends without having waited. */
  private static void awaitWaiting(FutureTask<Void> task, IngestGauge gauge) throws Exception {
    while (gauge.waits().now().map(WaitTimes.Wait::cause).stream()
        .noneMatch(IngestWait.EARLIER_UNIT::equals)) {
      assertThat(task.isDone()).as("ended without waiting").isFalse();
      Thread.sleep(10);
    }
  }

  /** The units of records in the order of a partition, without repetitions. */
  private static List<String> sequence(List<ConsumerRecord<byte[], byte[]>> partition)
      throws Exception {
    List<String> units = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : partition) {
      String unit = unit(record.value());
      if (units.isEmpty() || !units.get(units.size() - 1).equals(unit)) {
        units.add(unit);
      }
    }
    return units;
  }

  private static String unit(byte[] value) throws Exception {
    if (EndOfUnit.matches(value)) {
      return EndOfUnit.parse(value).unit().id();
    }
    return Watermark.matches(value)
        ? Watermark.parse(value).unit()
        : DocumentRecord.parse(value).unit();
  }

  private void assertOneAfterAnother(TestingTopics topics) throws Exception {
    List<String> ids = units.stream().map(plan -> plan.unit().id()).toList();
    long markers = 0;
    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      assertThat(sequence(partition)).isEqualTo(ids);
      markers += partition.stream().filter(record -> EndOfUnit.matches(record.value())).count();
    }
    assertThat(markers).isEqualTo(2L * TestingIngest.PARTITIONS);
    for (String id : ids) {
      assertThat(topics.log().readToEnd().progress(id).map(UnitProgress::ended)).contains(true);
    }
  }

  @Test
  void shouldReadTwoUnitsOneAfterAnother() throws Exception {
    TestingTopics topics = topics("turns");
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    FutureTask<Void> first =
        read(topics, "first", units.get(0), new IngestGauge(), holding(reached, released));
    reached.await();
    IngestGauge gauge = new IngestGauge();
    FutureTask<Void> second = read(topics, "second", units.get(1), gauge, BackPressure.NONE);
    awaitWaiting(second, gauge);

    assertThatThrownBy(() -> second.get(2500, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    assertThat(topics.hasOpenTransaction(units.get(1).unit()))
        .as("which would end while it waits")
        .isFalse();
    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      assertThat(sequence(partition)).containsExactly(units.get(0).unit().id());
    }
    released.countDown();
    first.get();
    second.get();

    assertOneAfterAnother(topics);
    assertThat(gauge.waits().now()).isEmpty();
    assertThat(gauge.waits().totals().get(IngestWait.EARLIER_UNIT))
        .isGreaterThan(Duration.ofSeconds(2));
  }

  /** Whoever reads the input of a unit whose process is gone reads it on, and others follow. */
  @Test
  void shouldWaitForWhoeverContinuesAUnit() throws Exception {
    TestingTopics topics = topics("continued");
    AtomicInteger asked = new AtomicInteger();
    FutureTask<Void> killed =
        read(
            topics,
            "killed",
            units.get(0),
            new IngestGauge(),
            waits -> {
              if (asked.incrementAndGet() == 2) {
                throw new InterruptedException("killed by the test");
              }
            });
    assertThatThrownBy(killed::get).hasRootCauseInstanceOf(InterruptedException.class);
    IngestGauge gauge = new IngestGauge();
    FutureTask<Void> second = read(topics, "second", units.get(1), gauge, BackPressure.NONE);
    awaitWaiting(second, gauge);

    FutureTask<Void> other =
        read(topics, "other", units.get(0), new IngestGauge(), BackPressure.NONE);
    other.get();
    second.get();

    assertOneAfterAnother(topics);
  }

  @Test
  void shouldReadUnitsSideBySideWithoutNearDeduplication() throws Exception {
    ingest = TestingIngest.of(input).withPushDown(false).withTransactionBytes(64 << 10);
    TestingTopics topics = topics("side-by-side");
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    FutureTask<Void> first =
        read(topics, "first", units.get(0), new IngestGauge(), holding(reached, released));
    reached.await();

    read(topics, "second", units.get(1), new IngestGauge(), BackPressure.NONE)
        .get(2, TimeUnit.MINUTES);

    assertThat(first).isNotDone();
    released.countDown();
    first.get();
  }
}
