package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.InputLosses.FileLosses;
import dev.sluice.core.Unit;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.ingest.IngestGauge.UnitReading;
import dev.sluice.ingest.decode.DecodePipeline;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.UnitProgress;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.EndOfUnit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
@ExtendWith(SharedBroker.class)
class UnitIngestIT {
  private static final int ROWS = 1700;
  private static final long MANY_TRANSACTIONS = 64 << 10;
  private static final int LARGE_GROUP = 15_000;

  /** Until a file can be read that a test has taken away. */
  private static final IoRetry WITHOUT_END = new IoRetry(Integer.MAX_VALUE, Duration.ofMillis(100));

  private static final Duration POLL = Duration.ofMillis(50);

  private static EmbeddedBroker broker;

  @TempDir private Path input;
  private TestingIngest ingest;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
  }

  /** Without push-down, so that every row travels, and with many small transactions. */
  @BeforeEach
  void setUp() throws IOException {
    TestingSources.write(input.resolve("data/0.parquet"), TestingSources.rows(1, 1000), 60);
    TestingSources.write(input.resolve("data/1.parquet"), TestingSources.rows(2, 700), 60);
    ingest = TestingIngest.of(input).withPushDown(false).withTransactionBytes(MANY_TRANSACTIONS);
  }

  private TestingTopics topics(String prefix) throws Exception {
    return new TestingTopics(broker, ingest.withPrefix(prefix));
  }

  /** Values of each partition, in hexadecimal digits. */
  private static List<List<String>> values(TestingTopics topics) {
    return topics.documents().stream()
        .map(
            records ->
                records.stream().map(record -> HexFormat.of().formatHex(record.value())).toList())
        .toList();
  }

  /** Coordinates of all rows that are there, sorted. */
  private static List<String> rows(TestingTopics topics) throws Exception {
    List<String> rows = new ArrayList<>();
    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      for (ConsumerRecord<byte[], byte[]> record : partition) {
        if (DocumentRecord.matches(record.value())) {
          DocumentRecord document = DocumentRecord.parse(record.value());
          rows.add("%s %06d".formatted(document.file(), document.row()));
        }
      }
    }
    rows.sort(null);
    return rows;
  }

  private static List<String> everyRowOnce() {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row < 1000; row++) {
      rows.add("data/0.parquet %06d".formatted(row));
    }
    for (int row = 0; row < 700; row++) {
      rows.add("data/1.parquet %06d".formatted(row));
    }
    return rows;
  }

  private static void assertWhole(TestingTopics topics) throws Exception {
    assertThat(rows(topics)).isEqualTo(everyRowOnce());
    UnitProgress progress = topics.progress();
    assertThat(progress.ended()).isTrue();
    assertThat(progress.counted().total(Counters.ROWS)).isEqualTo(ROWS);
    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      assertThat(partition).filteredOn(record -> EndOfUnit.matches(record.value())).hasSize(1);
      EndOfUnit marker = EndOfUnit.parse(partition.get(partition.size() - 1).value());
      assertThat(marker.unit()).isEqualTo(TestingIngest.UNIT);
      assertThat(marker.partition()).isEqualTo(partition.get(0).partition());
      assertThat(marker.inputs()).containsExactly("data/0.parquet", "data/1.parquet");
      assertThat(marker.ingested()).isEqualTo(progress.counted());
      assertThat(marker.curated().isEmpty()).isTrue();
      assertThat(marker.losses()).isEqualTo(progress.lost());
    }
  }

  @Test
  void shouldCountTheLossesOfEachFileOnceWhateverStopsIt() throws Exception {
    TestingTopics undisturbed = new TestingTopics(broker, ingest.withPrefix("losses-pushed"));
    undisturbed.unitIngest(BackPressure.NONE).ingest(ingest.plan());
    InputLosses losses = undisturbed.progress().lost();
    Counters counted = undisturbed.progress().counted();

    assertThat(losses.worst())
        .extracting(FileLosses::file, file -> file.of(Counters.ROWS))
        .containsExactly(tuple("data/0.parquet", 1000L), tuple("data/1.parquet", 700L));
    assertThat(losses.total("missing_id")).isEqualTo(counted.total("missing_id")).isPositive();
    assertThat(losses.total("missing_score")).isBetween(50L, 120L);

    TestingTopics stopped = topics("losses-stopped");
    for (boolean ended = false; !ended; ) {
      try {
        stopped.unitIngest(interruptAfterRows()).ingest(ingest.plan());
        ended = true;
      } catch (InterruptedException e) {
        assertThat(stopped.progress().lost().worst()).isNotEmpty();
      }
    }

    assertThat(stopped.progress().lost()).isEqualTo(losses);
    assertWhole(stopped);
  }

  @Test
  void shouldSendTheSameSequenceForAnyNumberOfWorkers() throws Exception {
    List<List<List<String>>> sequences = new ArrayList<>();
    for (int workers : new int[] {1, 2, 7}) {
      TestingIngest with =
          ingest.withWorkers(workers, 1 << 20).withPrefix("workers-" + workers).withPushDown(true);
      TestingTopics topics = new TestingTopics(broker, with);

      topics.unitIngest(BackPressure.NONE).ingest(with.plan());

      sequences.add(values(topics));
    }
    assertThat(sequences.get(1)).isEqualTo(sequences.get(0));
    assertThat(sequences.get(2)).isEqualTo(sequences.get(0));
    assertThat(sequences.get(0))
        .hasSize(TestingIngest.PARTITIONS)
        .allSatisfy(partition -> assertThat(partition).hasSizeGreaterThan(100));
  }

  @Test
  void shouldCommitRowsAndProgressTogether() throws Exception {
    TestingTopics topics = topics("together");
    AtomicInteger transactions = new AtomicInteger();

    topics
        .unitIngest(
            waits -> {
              UnitProgress progress = topics.progress();
              long sent = topics.documents().stream().mapToLong(List::size).sum();
              assertThat(sent).isEqualTo(progress.counted().total(Counters.ROWS));
              assertThat(sent > 0).isEqualTo(transactions.getAndIncrement() > 0);
              assertThat(progress.ended()).isFalse();
            })
        .ingest(ingest.plan());

    assertThat(transactions.get()).isGreaterThan(5);
    assertWhole(topics);
  }

  @Test
  void shouldShowNothingOfATransactionThatIsNotCommitted() throws Exception {
    TestingTopics topics = topics("open");
    UnitPlan plan = ingest.plan();
    try (DocumentPublisher publisher = publisher(topics, "open");
        DecodePipeline pipeline =
            new DecodePipeline(
                ingest.withPrefix("open").settings(),
                plan,
                UnitProgress.none(plan.unit().id(), "test"))) {
      DecodePipeline.Step step = pipeline.next().orElseThrow();
      publisher.send(((DecodePipeline.Step.Rows) step).batch());
    }

    assertThat(rows(topics)).isEmpty();
    assertThat(topics.log().read().progress(TestingIngest.UNIT.id())).isEmpty();
    assertThat(topics.hasOpenTransaction()).isFalse();
  }

  /** Rows without their progress would be sent again by whoever goes on. */
  @Test
  void shouldShowNoRowsWhoseProgressCannotBeWritten() throws Exception {
    TestingTopics topics = topics("unwritten");
    UnitPlan plan = ingest.plan();
    UnitProgress none = UnitProgress.none(plan.unit().id(), "test");
    String tooLong = "x".repeat(ingest.settings().input().maxRecordBytes());
    try (DocumentPublisher publisher = publisher(topics, "unwritten");
        DecodePipeline pipeline =
            new DecodePipeline(ingest.withPrefix("unwritten").settings(), plan, none)) {
      DecodePipeline.Step step = pipeline.next().orElseThrow();
      publisher.send(((DecodePipeline.Step.Rows) step).batch());

      assertThatThrownBy(() -> publisher.commit(none.writtenBy(tooLong)))
          .isInstanceOf(KafkaException.class);
    }

    assertThat(rows(topics)).isEmpty();
    assertThat(topics.log().readToEnd().progress(plan.unit().id())).isEmpty();
  }

  @Test
  void shouldAbortWhatIsOpenAlsoOnAnInterruptedThread() throws Exception {
    TestingTopics topics = topics("interrupted-thread");
    try (DocumentPublisher publisher = publisher(topics, "interrupted-thread")) {
      publisher.send(new UnitFiles(TestingIngest.UNIT.id(), ingest.plan().files()));
      Thread.currentThread().interrupt();
    }

    assertThat(Thread.interrupted()).as("the interrupt goes on").isTrue();
    assertThat(topics.hasOpenTransaction()).isFalse();
    assertThat(topics.log().readToEnd().units()).isEmpty();
  }

  private DocumentPublisher publisher(TestingTopics topics, String prefix) {
    return new DocumentPublisher(
        topics.connection(),
        ingest.withPrefix(prefix).settings(),
        topics.log(),
        TestingIngest.UNIT.id());
  }

  @Test
  void shouldContinueAtTheNextRowAfterAStopAfterAnyTransaction() throws Exception {
    TestingTopics topics = topics("stops");
    int stops = 0;
    boolean ended = false;
    while (!ended) {
      try {
        topics.unitIngest(interruptAfterRows()).ingest(ingest.plan());
        ended = true;
      } catch (InterruptedException e) {
        stops++;
      }
    }

    assertThat(stops).isGreaterThan(5);
    assertWhole(topics);
  }

  private static void interrupt() throws InterruptedException {
    throw new InterruptedException("stopped by the test");
  }

  /** Stops behind the first transaction with rows. */
  private static BackPressure interruptAfterRows() {
    AtomicInteger asked = new AtomicInteger();
    return waits -> {
      if (asked.incrementAndGet() > 1) {
        interrupt();
      }
    };
  }

  /** None of them is large enough for a transaction of its own within. */
  @Test
  void shouldAskForRoomBeforeItSendsAnythingOfAUnit() throws Exception {
    ingest = ingest.withTransactionBytes(1L << 40);
    TestingTopics topics = topics("small");
    List<UnitPlan> units = new ArrayList<>();
    for (ListedFile file : ingest.plan().files()) {
      units.add(new UnitPlan(new Unit("CC-MAIN-" + units.size(), 1), List.of(file)));
    }
    List<Long> sent = new ArrayList<>();

    topics.stage().read(units, waits -> sent.add(sentRecords(topics)), "test");

    assertThat(sent).containsExactly(0L, 1000L + TestingIngest.PARTITIONS);
  }

  private static long sentRecords(TestingTopics topics) {
    return topics.documents().stream().mapToLong(List::size).sum();
  }

  @Test
  void shouldShowWhatIsCommittedOfAnInterruptedUnitAndContinueWithIt() throws Exception {
    TestingTopics topics = topics("shown");
    Ingest interrupted = topics.stage();
    List<UnitPlan> plans = interrupted.plan(topics.log().read(), Set.of());
    assertThat(interrupted.gauge().units())
        .extracting(UnitReading::files, UnitReading::bytes, UnitReading::rows, UnitReading::begun)
        .containsExactly(tuple(2, ingest.plan().bytes(), 0L, false));
    assertThatThrownBy(() -> interrupted.read(plans, interruptAfterRows(), "test"))
        .isInstanceOf(InterruptedException.class);
    Counters reached = interrupted.gauge().counters();
    assertThat(reached).isEqualTo(committed(topics, plans));
    assertThat(reached.total(Counters.ROWS)).isBetween(1L, ROWS - 1L);

    Ingest next = topics.stage();
    List<UnitPlan> rest = next.plan(topics.log().read(), Set.of());
    assertThat(next.gauge().counters()).isEqualTo(reached);
    next.read(rest, BackPressure.NONE, "test");

    assertThat(next.gauge().counters()).isEqualTo(committed(topics, plans));
    assertThat(next.gauge().units())
        .extracting(
            UnitReading::filesRead, UnitReading::bytesRead, UnitReading::rows, UnitReading::ended)
        .containsExactly(tuple(2, ingest.plan().bytes(), (long) ROWS, true));
    assertThat(next.gauge().waits().totals()).containsKey(IngestWait.TRANSACTION);
    assertThat(next.gauge().waits().now()).isEmpty();
  }

  private static Counters committed(TestingTopics topics, List<UnitPlan> plans) {
    String unit = plans.get(0).unit().id();
    return topics.log().readToEnd().progress(unit).orElseThrow().counted();
  }

  @Test
  void shouldShowQuarantinedFilesWithTheReason() throws Exception {
    TestingTopics topics = topics("spoilt");
    TestingSources.spoil(input.resolve("data/1.parquet"), 0.3);
    Ingest stage = topics.stage();
    Map<String, String> quarantined =
        stage.read(stage.plan(topics.log().read(), Set.of()), BackPressure.NONE, "test");

    assertThat(stage.gauge().units())
        .extracting(UnitReading::quarantined)
        .containsExactly(new TreeMap<>(quarantined));
    assertThat(quarantined).containsOnlyKeys("data/1.parquet");
  }

  /** As resets do: the progress of forgotten units is deleted. */
  @Test
  void shouldNotShowUnitsThatAreForgotten() throws Exception {
    TestingTopics topics = topics("forgotten");
    Ingest stage = topics.stage();
    stage.read(stage.plan(topics.log().read(), Set.of()), BackPressure.NONE, "test");
    assertThat(stage.gauge().units()).hasSize(1);

    stage.gauge().know(new ProgressState());

    assertThat(stage.gauge().units()).isEmpty();
  }

  @Test
  void shouldContinueAfterAKillWithinATransaction() throws Exception {
    TestingTopics topics = topics("kill");
    assertThatThrownBy(() -> topics.unitIngest(interruptAfterRows()).ingest(ingest.plan()))
        .isInstanceOf(InterruptedException.class);
    UnitProgress reached = topics.progress();
    assertThat(reached.row()).isPositive();
    UnitPlan plan = ingest.plan();
    DocumentPublisher killed = publisher(topics, "kill");
    try (DecodePipeline pipeline =
        new DecodePipeline(ingest.withPrefix("kill").settings(), plan, reached)) {
      DecodePipeline.Step step = pipeline.next().orElseThrow();
      killed.send(((DecodePipeline.Step.Rows) step).batch());
    }

    topics.unitIngest(BackPressure.NONE).ingest(plan);

    assertWhole(topics);
    killed.close();
    assertWhole(topics);
  }

  /** One transaction that never is due is open, and its last file cannot be read. */
  @Test
  void shouldLeaveNoOpenTransactionWhenInterruptedInTheMiddle() throws Exception {
    ingest = ingest.withTransactionBytes(1L << 40);
    Path last = input.resolve("data/2.parquet");
    TestingSources.write(last, TestingSources.rows(3, 60), 60);
    TestingTopics topics = topics("interrupt");
    IngestGauge gauge = new IngestGauge();
    UnitIngest reading =
        new UnitIngest(
            topics.connection(),
            topics.log(),
            ingest.withPrefix("interrupt").settings(WITHOUT_END),
            gauge,
            waits -> take(last, input.resolve("away")),
            "test");
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              reading.ingest(ingest.plan());
              return null;
            });
    Thread thread = new Thread(task, "ingest");
    thread.start();
    while (gauge.rows() < ROWS && !task.isDone()) {
      LockSupport.parkNanos(POLL.toNanos());
    }

    thread.interrupt();
    thread.join();

    assertThatThrownBy(task::get).hasRootCauseInstanceOf(InterruptedException.class);
    assertThat(topics.hasOpenTransaction()).isFalse();
    assertThat(rows(topics)).isEmpty();
    assertThat(topics.progress().row()).isZero();
  }

  /**
   * Its second row group cannot be read until what was sent of the first is committed. The first is
   * so large that the second is not begun before all of it is handed over.
   */
  @Test
  void shouldCommitWhileItWaitsForARowGroup() throws Exception {
    Path file = input.resolve("data/0.parquet");
    Path away = input.resolve("away");
    Files.delete(input.resolve("data/1.parquet"));
    List<TestingSources.Row> rows = new ArrayList<>();
    for (int i = 0; i < LARGE_GROUP + 100; i++) {
      rows.add(TestingSources.Row.of("id-" + i, ("text " + i).repeat(200), 4.5));
    }
    TestingSources.write(file, rows, LARGE_GROUP);
    ingest = ingest.withWorkers(1, 1L << 30).withTransactionBytes(16 << 20);
    TestingTopics topics = topics("waiting");
    UnitPlan plan = ingest.plan();
    AtomicInteger asked = new AtomicInteger();
    BackPressure taking =
        waits -> {
          if (asked.incrementAndGet() == 2) {
            take(file, away);
          }
        };
    UnitIngest reading =
        new UnitIngest(
            topics.connection(),
            topics.log(),
            ingest.withPrefix("waiting").settings(WITHOUT_END, Duration.ofMillis(500)),
            new IngestGauge(),
            taking,
            "test");
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              reading.ingest(plan);
              return null;
            });
    new Thread(task, "ingest").start();
    while (reached(topics) < LARGE_GROUP && !task.isDone()) {
      LockSupport.parkNanos(POLL.toNanos());
    }

    assertThat(reached(topics)).isEqualTo(LARGE_GROUP);
    assertThat(task).isNotDone();
    Files.delete(file);
    Files.move(away, file);
    task.get();

    assertThat(topics.progress().ended()).isTrue();
    assertThat(rows(topics)).hasSize(rows.size()).doesNotHaveDuplicates();
  }

  /** Whoever has it open reads on. */
  private static void take(Path file, Path away) {
    try {
      Files.move(file, away);
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The row behind those that are committed. */
  private static long reached(TestingTopics topics) {
    return topics.log().read().progress(TestingIngest.UNIT.id()).map(UnitProgress::row).orElse(0L);
  }

  @Test
  void shouldNotReadAnEndedUnitAgain() throws Exception {
    TestingTopics topics = topics("ended");
    TestingSources.spoil(input.resolve("data/1.parquet"), 0.3);
    UnitPlan plan = ingest.plan();
    assertThat(topics.unitIngest(BackPressure.NONE).ingest(plan)).containsKey("data/1.parquet");
    List<List<String>> sent = values(topics);
    Files.delete(input.resolve("data/0.parquet"));
    Files.delete(input.resolve("data/1.parquet"));

    assertThat(topics.unitIngest(BackPressure.NONE).ingest(plan)).containsKey("data/1.parquet");

    assertThat(values(topics)).isEqualTo(sent);
  }

  @Test
  void shouldCarryWhatWasQuarantinedInProgressAndMarkers() throws Exception {
    TestingTopics topics = topics("aside");
    TestingSources.spoil(input.resolve("data/0.parquet"), 0.5);

    topics.unitIngest(BackPressure.NONE).ingest(ingest.plan());

    UnitProgress progress = topics.progress();
    assertThat(progress.quarantined()).containsOnlyKeys("data/0.parquet");
    long taken = rows(topics).stream().filter(row -> row.startsWith("data/0.parquet")).count();
    assertThat(taken).isPositive().isLessThan(1000);
    assertThat(taken % 60).isZero();
    assertThat(progress.counted().total(Counters.ROWS)).isEqualTo(taken + 700);
    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      EndOfUnit marker = EndOfUnit.parse(partition.get(partition.size() - 1).value());
      assertThat(marker.quarantined()).isEqualTo(progress.quarantined());
      assertThat(marker.inputs()).containsExactly("data/0.parquet", "data/1.parquet");
    }
  }

  @Test
  void shouldKeepTheFilesThatTheUnitBeganWith() throws Exception {
    TestingTopics topics = topics("frozen");
    assertThatThrownBy(() -> topics.unitIngest(interruptAfterRows()).ingest(ingest.plan()))
        .isInstanceOf(InterruptedException.class);
    TestingSources.write(input.resolve("data/00.parquet"), TestingSources.rows(9, 50), 60);
    assertThat(ingest.plan().files()).hasSize(3);

    topics.unitIngest(BackPressure.NONE).ingest(ingest.plan());

    assertWhole(topics);
  }

  @Test
  void shouldSendDocumentsToThePartitionOfTheirId() throws Exception {
    TestingTopics topics = topics("partition");
    topics.unitIngest(BackPressure.NONE).ingest(ingest.plan());

    for (List<ConsumerRecord<byte[], byte[]>> partition : topics.documents()) {
      for (ConsumerRecord<byte[], byte[]> record : partition) {
        if (DocumentRecord.matches(record.value())) {
          assertThat(dev.sluice.topics.Partitions.of(record.key(), TestingIngest.PARTITIONS))
              .isEqualTo(record.partition());
          assertThat(DocumentRecord.parse(record.value()).id())
              .satisfies(id -> assertThat(Arrays.equals(id, record.key())).isTrue());
        }
      }
    }
  }
}
