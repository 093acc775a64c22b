package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.neardup.Frontier;
import dev.sluice.neardup.SignatureDirectory;
import dev.sluice.neardup.SignatureName;
import dev.sluice.sink.SinkGauge.SinkWait;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Json;
import dev.sluice.topics.progress.UnitProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Workers of a sink and files of signatures, which these tests publish as a matcher would. */
@Timeout(180)
@ExtendWith(SharedBroker.class)
@Execution(ExecutionMode.CONCURRENT)
class NearDuplicatesIT {
  private static final String DUMP = TestingRecords.DUMP;
  private static final String UNIT = TestingRecords.UNIT;
  private static final String NEXT = "data/CC-MAIN-2024-10#2";
  private static final String FILE = "data/0.parquet";
  private static final List<String> BUCKETS = List.of("2.8", "4.0");
  private static final int ROWS = 60;

  /** Longer than several looks for new files. */
  private static final long A_WHILE = TimeUnit.SECONDS.toNanos(1);

  private static EmbeddedBroker broker;

  @TempDir private Path root;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
  }

  private static TestingTopics topics(String prefix) {
    return new TestingTopics(broker, prefix, BUCKETS);
  }

  /** With units that are written down, as ingest does before it sends anything of them. */
  private static SinkSettings provision(TestingTopics topics, TestingSink out) throws Exception {
    SinkSettings settings = topics.provision(out);
    try (Producer<byte[], byte[]> producer = topics.connection().producer(Map.of())) {
      for (String unit : List.of(UNIT, NEXT)) {
        producer.send(topics.progress().record(UnitProgress.none(unit, "test")));
      }
    }
    return settings;
  }

  private static int partitions(TestingTopics topics) {
    return topics.curated().size();
  }

  /** Rows of one file, one after another in another partition. */
  private static List<ConsumerRecord<byte[], byte[]>> documents(TestingTopics topics, String unit) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    List<TopicPartition> partitions = topics.curated();
    for (int i = 0; i < partitions.size(); i++) {
      TestingRecords records =
          new TestingRecords(partitions.get(i)).inUnit(unit).numbered(i, partitions.size());
      Random random = new Random(i);
      for (int row = 0; row < ROWS; row++) {
        records.document(DUMP, TestingRecords.text(random, random.nextInt(4000)));
      }
      all.addAll(records.all());
    }
    return all;
  }

  private static List<ConsumerRecord<byte[], byte[]>> markers(
      TestingTopics topics, String unit, List<ConsumerRecord<byte[], byte[]>> documents) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    for (TopicPartition partition : topics.curated()) {
      all.addAll(new TestingRecords(partition).marker(unit, partitions(topics), documents).all());
    }
    return all;
  }

  private static List<ConsumerRecord<byte[], byte[]>> send(TestingTopics topics, String unit) {
    List<ConsumerRecord<byte[], byte[]>> documents = documents(topics, unit);
    topics.send(documents);
    topics.send(markers(topics, unit, documents));
    return documents;
  }

  private static ShardSink start(TestingTopics topics, SinkSettings settings) throws IOException {
    return ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings));
  }

  private static long[] every(int step, long from, long to) {
    return LongStream.range(from, to).filter(row -> row % step == 0).toArray();
  }

  private static long taken(ShardSink sink) {
    assertThat(sink.failure()).isEmpty();
    return sink.gauge().documents();
  }

  private static void awaitSealed(ShardSink sink, SinkSettings settings, String unit)
      throws Exception {
    TestingTopics.await(
        "seal", () -> ShardSinkIT.alive(sink) && ShardSinkIT.isComplete(settings, unit));
    sink.seal();
  }

  /** At times fewer, for a partition that goes to the other worker is read again. */
  private static void assertNoMoreThan(long documents, ShardSink sink) {
    long until = System.nanoTime() + A_WHILE;
    while (System.nanoTime() < until) {
      assertThat(taken(sink)).isLessThanOrEqualTo(documents);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
    }
  }

  /** The rows of all shards, as {@code partition row}: the number of the id is that of the row. */
  private static Set<Long> writtenRows(TestingSink out, TestingTopics topics) throws Exception {
    Set<Long> rows = new TreeSet<>();
    for (int i = 0; i < partitions(topics); i++) {
      TopicPartition partition = topics.curated().get(i);
      CutLog log =
          new CutLog(out.settings().layout().cuts(partition.topic(), partition.partition()));
      for (CutRecord cut : log.read()) {
        for (CutFile file : cut.files()) {
          for (String id : TestingOutput.ids(out.root().resolve(file.path()))) {
            rows.add(Long.parseLong(id.substring(3)) * partitions(topics) + i);
          }
        }
      }
    }
    return rows;
  }

  private static Set<Long> allBut(long rows, long... removed) {
    Set<Long> all = new TreeSet<>(LongStream.range(0, rows).boxed().toList());
    LongStream.of(removed).forEach(all::remove);
    return all;
  }

  @Test
  void shouldWriteNothingBeforeTheMatcherHasDecided() throws Exception {
    TestingTopics topics = topics("waits");
    TestingSink out = TestingSink.in(root.resolve("out")).withNearDedup();
    SinkSettings settings = provision(topics, out);
    TestingSignatures files = TestingSignatures.of(settings, root.resolve("matcher-tmp"));
    send(topics, UNIT);
    long rows = (long) ROWS * partitions(topics);
    long[] removed = every(3, 0, rows);

    SinkGauge gauge;
    try (ShardSink sink = start(topics, settings)) {
      gauge = sink.gauge();
      TestingTopics.await(
          "the wait for the matcher",
          () ->
              sink.gauge()
                  .waiting()
                  .filter(w -> w.cause() == SinkWait.NEAR_DUPLICATES)
                  .isPresent());
      assertNoMoreThan(0, sink);
      files.batch(UNIT, new Frontier(FILE, 1, false), FILE, 0);
      TestingTopics.await("the row that is decided", () -> taken(sink) == 1);
      assertNoMoreThan(1, sink);
      files.all(UNIT, FILE, LongStream.of(removed).skip(1).toArray());
      awaitSealed(sink, settings, UNIT);

      // a worker shows what it has taken a moment after its cut
      TestingTopics.await(
          "all rows",
          () ->
              sink.gauge().outcomes().total("kept") == rows - removed.length
                  && taken(sink) == rows);
      assertThat(sink.gauge().outcomes().total("near_duplicates_removed"))
          .isEqualTo(removed.length);
    }
    assertThat(gauge.outcomes().total("kept")).as("after the end").isEqualTo(rows - removed.length);
    DumpManifest manifest =
        Json.read(out.root().resolve("_sluice/dumps/" + DUMP + ".json"), DumpManifest.class);
    assertThat(manifest.counters())
        .containsEntry("rows", rows)
        .containsEntry("kept", rows - removed.length)
        .containsEntry("near_duplicates_removed", (long) removed.length);
    assertThat(writtenRows(out, topics)).isEqualTo(allBut(rows, removed));
  }

  @Test
  void shouldGoAsFarAsTheMatcherHasDecidedAndContinueThereAfterARestart() throws Exception {
    TestingTopics topics = topics("frontier");
    TestingSink out = TestingSink.in(root.resolve("out")).withNearDedup();
    SinkSettings settings = provision(topics, out);
    TestingSignatures files = TestingSignatures.of(settings, root.resolve("matcher-tmp"));
    send(topics, UNIT);
    Frontier half = new Frontier(FILE, 100, false);
    files.batch(UNIT, half, FILE, every(5, 0, 100));

    try (ShardSink sink = start(topics, settings)) {
      // of each partition exactly the decided rows; a removed one behind them may follow
      TestingTopics.await("the decided half", () -> taken(sink) == 100);
      assertNoMoreThan(100, sink);
    }
    try (ShardSink sink = start(topics, settings)) {
      TestingTopics.await("the decided half again", () -> taken(sink) == 100);
      TestingTopics.await(
          "its near-duplicates",
          () -> sink.gauge().outcomes().total("near_duplicates_removed") == 20);
      files.all(UNIT, FILE, every(7, 100, 240));
      awaitSealed(sink, settings, UNIT);
      TestingTopics.await(
          "all near-duplicates",
          () ->
              sink.gauge().outcomes().total("near_duplicates_removed")
                  == 20 + every(7, 100, 240).length);
    }
    long[] removed =
        LongStream.concat(LongStream.of(every(5, 0, 100)), LongStream.of(every(7, 100, 240)))
            .toArray();
    assertThat(writtenRows(out, topics)).isEqualTo(allBut(240, removed));
  }

  /** Without the last file, there may be no evidence, and the guard may have stopped the unit. */
  @Test
  void shouldNotEndAUnitBeforeTheMatcherHasEndedIt() throws Exception {
    TestingTopics topics = topics("end");
    TestingSink out = TestingSink.in(root.resolve("out")).withNearDedup();
    SinkSettings settings = provision(topics, out);
    TestingSignatures files = TestingSignatures.of(settings, root.resolve("matcher-tmp"));
    send(topics, UNIT);
    long rows = (long) ROWS * partitions(topics);
    files.batch(UNIT, new Frontier(FILE, rows, false), FILE, 3);

    try (ShardSink sink = start(topics, settings)) {
      TestingTopics.await("all rows", () -> taken(sink) == rows);
      long until = System.nanoTime() + A_WHILE;
      while (System.nanoTime() < until) {
        for (TopicPartition partition : topics.curated()) {
          CutLog log = new CutLog(settings.layout().cuts(partition.topic(), partition.partition()));
          assertThat(log.read()).allMatch(cut -> cut.ended().isEmpty());
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
      }
      files.all(UNIT, FILE);
      awaitSealed(sink, settings, UNIT);
    }
    assertThat(writtenRows(out, topics)).isEqualTo(allBut(rows, 3));
  }

  /** No matcher decides about them: waiting for it would be waiting for ever. */
  @Test
  void shouldSkipDocumentsOfUnitsThatNobodyReads() throws Exception {
    TestingTopics topics = topics("strangers");
    TestingSink out = TestingSink.in(root.resolve("out")).withNearDedup();
    SinkSettings settings = provision(topics, out);
    TestingSignatures files = TestingSignatures.of(settings, root.resolve("matcher-tmp"));
    for (TopicPartition partition : topics.curated()) {
      topics.send(
          new TestingRecords(partition).inUnit("a stranger#1").document(DUMP, "text").all());
    }
    send(topics, UNIT);
    files.all(UNIT, FILE);

    try (ShardSink sink = start(topics, settings)) {
      awaitSealed(sink, settings, UNIT);
    }
    long rows = (long) ROWS * partitions(topics);
    assertThat(writtenRows(out, topics)).isEqualTo(allBut(rows));
    long foreign = 0;
    for (TopicPartition partition : topics.curated()) {
      CutLog log =
          new CutLog(out.settings().layout().cuts(partition.topic(), partition.partition()));
      foreign += log.read().stream().mapToLong(CutRecord::foreign).sum();
    }
    assertThat(foreign).isEqualTo(partitions(topics));
  }

  /** Rows of one unit that wait do not keep the end of another one, or a reset, from arriving. */
  @Test
  void shouldTakeMarkersAndResetsOfOtherPartitionsWhileARowWaits() throws Exception {
    TestingTopics topics = topics("controls");
    TestingSink out = TestingSink.in(root.resolve("out")).withNearDedup();
    SinkSettings settings = provision(topics, out);
    TestingSignatures files = TestingSignatures.of(settings, root.resolve("matcher-tmp"));
    TopicPartition waiting = topics.curated().get(0);
    topics.send(new TestingRecords(waiting).inUnit(NEXT).document(DUMP, "text").all());
    for (TopicPartition partition : topics.curated().subList(1, partitions(topics))) {
      topics.send(new TestingRecords(partition).forget("r1", DUMP, NEXT).all());
    }

    try (ShardSink sink = start(topics, settings)) {
      for (TopicPartition partition : topics.curated().subList(1, partitions(topics))) {
        CutLog log = new CutLog(settings.layout().cuts(partition.topic(), partition.partition()));
        TestingTopics.await("the reset", () -> ShardSinkIT.alive(sink) && log.read().size() == 1);
      }
      assertNoMoreThan(0, sink);
      topics.send(new TestingRecords(waiting).forget("r1", DUMP, NEXT).all());
      files.all(NEXT, FILE);
      CutLog log = new CutLog(settings.layout().cuts(waiting.topic(), waiting.partition()));
      TestingTopics.await("its cut", () -> ShardSinkIT.alive(sink) && log.read().size() == 1);
      assertThat(taken(sink)).isEqualTo(1);
      assertThat(files.root()).isNotEmptyDirectory();
      files.reset("r1", List.of(NEXT));
      TestingTopics.await(
          "deletion of the unit's signatures",
          () ->
              new SignatureDirectory(files.root())
                  .list().stream().allMatch(SignatureName::isReset));
    }
  }

  /** Its workers go on polling, or the group would remove them: here they join others that come. */
  @Test
  void shouldStayInItsGroupWhileRowsWait() throws Exception {
    TestingTopics topics = topics("polls");
    TestingSink out = TestingSink.in(root.resolve("out")).withNearDedup();
    SinkSettings settings = provision(topics, out);
    SinkSettings others = topics.provision(out.withInstance("other"));
    TestingSignatures files = TestingSignatures.of(settings, root.resolve("matcher-tmp"));
    send(topics, UNIT);

    try (ShardSink sink = start(topics, settings)) {
      TestingTopics.await(
          "the wait of all workers",
          () ->
              sink.gauge().partitions() == partitions(topics)
                  && sink.gauge().waits().stream().allMatch(NearDuplicatesIT::isForMatcher));
      try (ShardSink other = start(topics, others)) {
        TestingTopics.await("partitions of both", () -> ShardSinkIT.isShared(topics, sink, other));
        assertThat(taken(sink)).isZero();
        assertThat(taken(other)).isZero();
        files.all(UNIT, FILE, 3, 4, 5);
        awaitSealed(sink, settings, UNIT);
      }
    }
  }

  private static boolean isForMatcher(WaitTimes<SinkWait> waits) {
    return waits.now().map(WaitTimes.Wait::cause).equals(Optional.of(SinkWait.NEAR_DUPLICATES));
  }
}
