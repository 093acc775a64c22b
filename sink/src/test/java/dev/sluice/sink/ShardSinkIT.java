package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.gauge.WaitTimes.Wait;
import dev.sluice.core.testing.RecordCopy;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.sink.SinkGauge.SinkWait;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.FilesMismatchException;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Each test has topics of its own on one broker, and mostly waits: side by side. */
@Timeout(180)
@ExtendWith(SharedBroker.class)
@Execution(ExecutionMode.CONCURRENT)
class ShardSinkIT {
  private static final String DUMP = TestingRecords.DUMP;
  private static final String UNIT_1 = "data/CC-MAIN-2024-10#1";
  private static final String UNIT_2 = "data/CC-MAIN-2024-10#2";
  private static final List<String> BUCKETS = List.of("2.8", "4.0");

  /** Until the test has mended what is broken. */
  private static final IoRetry WITHOUT_END = new IoRetry(Integer.MAX_VALUE, Duration.ofMillis(100));

  private static EmbeddedBroker broker;

  @TempDir private Path root;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
  }

  private static TestingTopics topics(String prefix) {
    return new TestingTopics(broker, prefix, BUCKETS);
  }

  /** The same documents in every partition, some cuts of them. */
  private static List<ConsumerRecord<byte[], byte[]>> documents(
      TestingTopics topics, String unit, long seed) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    for (TopicPartition partition : topics.curated()) {
      TestingRecords records = new TestingRecords(partition).inUnit(unit);
      Random random = new Random(seed);
      for (int i = 0; i < 300; i++) {
        String dump = "CC-MAIN-2024-" + (10 + random.nextInt(3));
        records.document(dump, TestingRecords.text(random, random.nextInt(6000)));
      }
      all.addAll(records.all());
    }
    return all;
  }

  private static List<ConsumerRecord<byte[], byte[]>> markers(TestingTopics topics, String unit) {
    return markers(topics, unit, List.of());
  }

  private static List<ConsumerRecord<byte[], byte[]>> markers(
      TestingTopics topics, String unit, List<ConsumerRecord<byte[], byte[]>> documents) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    int alike = topics.curated().size();
    for (TopicPartition partition : topics.curated()) {
      all.addAll(new TestingRecords(partition).marker(unit, alike, documents).all());
    }
    return all;
  }

  /** The documents of a unit and then its end. */
  private static List<ConsumerRecord<byte[], byte[]>> ended(
      TestingTopics topics, String unit, long seed) {
    List<ConsumerRecord<byte[], byte[]>> documents = documents(topics, unit, seed);
    return both(documents, markers(topics, unit, documents));
  }

  static boolean isComplete(SinkSettings settings, String unit) throws IOException {
    return new CutLogs(settings).manifests().completeUnits().contains(unit);
  }

  /** Runs a sink until it has sealed the unit and shows that it took so many documents. */
  private static void seal(TestingTopics topics, SinkSettings settings, String unit, int documents)
      throws Exception {
    try (ShardSink sink =
        ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
      TestingTopics.await("seal", () -> alive(sink) && isComplete(settings, unit));
      sink.seal();
      // workers count what they took after their turn
      TestingTopics.await(documents + " documents", () -> sink.gauge().documents() == documents);
    }
  }

  static boolean alive(ShardSink sink) {
    assertThat(sink.failure()).isEmpty();
    return true;
  }

  /** Why a sink of these settings stops. */
  private static Throwable failure(TestingTopics topics, SinkSettings settings) throws Exception {
    try (ShardSink sink =
        ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
      sink.await();
      return sink.failure().orElseThrow();
    }
  }

  /** What partitions make of the same values when nothing is between. */
  private TestingSink reference(TestingTopics topics, List<ConsumerRecord<byte[], byte[]>> values)
      throws Exception {
    TestingSink reference = TestingSink.in(root.resolve("reference"));
    SinkSettings settings = topics.provision(reference);
    settings.publication().clear();
    for (TopicPartition partition : topics.curated()) {
      CutLog log = new CutLog(settings.layout().cuts(partition.topic(), partition.partition()));
      PartitionSink sink =
          new PartitionSink(
              settings,
              partition,
              log,
              List.of(),
              new SourceTexts(Optional.empty(), PinnedUnits.NONE, 0),
              WriterSchemas.shipped(),
              NamedRows.none());
      for (ConsumerRecord<byte[], byte[]> record : values) {
        if (record.topic().equals(partition.topic())
            && record.partition() == partition.partition()) {
          TestingSink.accept(sink, record);
        }
      }
    }
    new Sealer(settings, new CutLogs(settings), List::of).sealAll();
    return reference;
  }

  private static List<ConsumerRecord<byte[], byte[]>> both(
      List<ConsumerRecord<byte[], byte[]>> first, List<ConsumerRecord<byte[], byte[]>> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }

  @Test
  void shouldTurnTopicsToSealedShardsWithTwoWorkers() throws Exception {
    TestingTopics topics = topics("two-workers");
    TestingSink sink = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(sink);
    List<ConsumerRecord<byte[], byte[]>> values = ended(topics, UNIT_1, 1);
    topics.send(values);

    seal(topics, settings, UNIT_1, documents(topics, UNIT_1, 1).size());

    TestingSink reference = reference(topics, values);
    assertThat(sink.contents("en")).isEqualTo(reference.contents("en")).hasSizeGreaterThan(30);
    assertThat(sink.contents("_sluice/dumps"))
        .isEqualTo(reference.contents("_sluice/dumps"))
        .containsKey("_sluice/dumps/CC-MAIN-2024-10.json");
    assertThat(sink.contents("_sluice/tmp")).isEmpty();
  }

  @Test
  void shouldContinueAtTheLastCutAfterAStopInTheMiddle() throws Exception {
    TestingTopics topics = topics("restart");
    TestingSink out = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(out);
    List<ConsumerRecord<byte[], byte[]>> documents = documents(topics, UNIT_1, 2);
    topics.send(documents);
    try (ShardSink sink =
        ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
      TestingTopics.await("rows", () -> alive(sink) && sink.gauge().rows() >= 1200);
    }
    assertThat(out.contents("_sluice/cuts")).isNotEmpty();
    assertThat(out.contents("_sluice/tmp")).isEmpty();
    topics.send(markers(topics, UNIT_1, documents));

    seal(topics, settings, UNIT_1, documents.size());

    TestingSink reference = reference(topics, both(documents, markers(topics, UNIT_1, documents)));
    assertThat(out.contents("en")).isEqualTo(reference.contents("en"));
    assertThat(out.contents("_sluice/dumps")).isEqualTo(reference.contents("_sluice/dumps"));
  }

  @Test
  void shouldShowWhatIsSealedAlsoAfterARestart() throws Exception {
    TestingTopics topics = topics("shown");
    SinkSettings settings = topics.provision(TestingSink.in(root.resolve("out")));
    List<ConsumerRecord<byte[], byte[]>> values = ended(topics, UNIT_1, 6);
    topics.send(values);

    awaitShown(topics, settings);
    awaitShown(topics, settings);
  }

  /** Until a sink shows that it has sealed the unit and waits for more. */
  private static void awaitShown(TestingTopics topics, SinkSettings settings) throws Exception {
    try (ShardSink sink =
        ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
      SinkGauge gauge = sink.gauge();
      TestingTopics.await("seal", () -> alive(sink) && gauge.sealedUnits().equals(Set.of(UNIT_1)));
      TestingTopics.await(
          "idle",
          () ->
              alive(sink)
                  && gauge.lag() == 0
                  && gauge.partitions() == topics.curated().size()
                  && gauge.waiting().map(Wait::cause).equals(Optional.of(SinkWait.DOCUMENTS)));
      assertThat(gauge.waits()).hasSize(settings.workers().threads());
    }
  }

  @Test
  void shouldDeleteRecordsBeforeACut() throws Exception {
    TestingTopics topics = topics("trim");
    SinkSettings settings = topics.provision(TestingSink.in(root.resolve("out")));
    topics.send(ended(topics, UNIT_1, 3));

    try (ShardSink sink =
        ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
      for (TopicPartition partition : topics.curated()) {
        TestingTopics.await(
            "trimming of " + partition,
            () -> alive(sink) && topics.offset(partition, OffsetSpec.earliest()) == 301);
      }
    }

    for (TopicPartition partition : topics.curated()) {
      CutLog log = new CutLog(settings.layout().cuts(partition.topic(), partition.partition()));
      assertThat(log.last().orElseThrow().nextOffset()).isEqualTo(301);
    }
  }

  @Test
  void shouldCommitItsPositionsButNeverReadFromThere() throws Exception {
    TestingTopics topics = topics("positions");
    TestingSink out = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(out);
    topics.send(ended(topics, UNIT_1, 4));
    TopicPartition partition = topics.curated().get(0);
    try (Admin admin = topics.connection().admin()) {
      try (ShardSink sink =
          ShardSink.start(
              topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
        TestingTopics.await(
            "positions", () -> alive(sink) && committed(admin, topics, partition) >= 301);
        TestingTopics.await("seal", () -> isComplete(settings, UNIT_1));
        awaitMembers(admin, topics, settings.workers().threads());
      }
      topics.send(ended(topics, UNIT_2, 5));
      topics.removeMembers(settings);
      commitTheEnds(admin, topics);
    }

    seal(topics, settings, UNIT_2, 2 * documents(topics, UNIT_1, 4).size());

    TestingSink reference =
        reference(topics, both(ended(topics, UNIT_1, 4), ended(topics, UNIT_2, 5)));
    assertThat(out.contents("en")).isEqualTo(reference.contents("en"));
  }

  private static long committed(Admin admin, TestingTopics topics, TopicPartition partition) {
    return Optional.ofNullable(
            AdminCalls.await(
                    admin
                        .listConsumerGroupOffsets(topics.names().sinkGroup())
                        .partitionsToOffsetAndMetadata())
                .get(partition))
        .map(OffsetAndMetadata::offset)
        .orElse(0L);
  }

  private static void commitTheEnds(Admin admin, TestingTopics topics) {
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    for (TopicPartition partition : topics.curated()) {
      ends.put(partition, new OffsetAndMetadata(topics.offset(partition, OffsetSpec.latest())));
    }
    AdminCalls.await(admin.alterConsumerGroupOffsets(topics.names().sinkGroup(), ends).all());
  }

  @Test
  void shouldRefuseATopicThatWasCreatedAgain() throws Exception {
    TestingTopics topics = topics("re-created");
    TestingSink out = TestingSink.in(root.resolve("out"));
    topics.send(provisionedMarkers(topics, out));
    seal(topics, topics.provision(out), UNIT_1, 0);
    try (Admin admin = topics.connection().admin()) {
      AdminCalls.await(admin.deleteTopics(topics.names().curated()).all());
      TestingTopics.await(
          "deletion",
          () ->
              AdminCalls.await(admin.listTopics().names()).stream()
                  .noneMatch(topics.names().curated()::contains));
    }

    assertThat(failure(topics, topics.provision(out)))
        .rootCause()
        .isInstanceOf(FilesMismatchException.class)
        .hasMessageContaining("re-created.curated.")
        .hasMessageContaining("was re-created");
  }

  private static List<ConsumerRecord<byte[], byte[]>> provisionedMarkers(
      TestingTopics topics, TestingSink out) throws Exception {
    topics.provision(out);
    return markers(topics, UNIT_1);
  }

  @Test
  void shouldRefuseALogThatBeginsAfterTheLastCut() throws Exception {
    TestingTopics topics = topics("lost-begin");
    SinkSettings settings = topics.provision(TestingSink.in(root.resolve("out")));
    topics.send(documents(topics, UNIT_1, 6));
    TopicPartition partition = topics.curated().get(3);
    try (Admin admin = topics.connection().admin()) {
      AdminCalls.await(
          admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(5))).all());
    }

    assertThat(failure(topics, settings))
        .rootCause()
        .isInstanceOf(FilesMismatchException.class)
        .hasMessageContaining(partition + " begins at offset 5, but the output continues at 0");
  }

  @Test
  void shouldRefuseALogThatEndsBeforeTheLastCut() throws Exception {
    TestingTopics topics = topics("lost-end");
    SinkSettings settings = topics.provision(TestingSink.in(root.resolve("out")));
    TopicPartition partition = topics.curated().get(1);
    CutRecord none =
        CutRecord.none(
            partition.topic(),
            partition.partition(),
            settings.topics().clusterId(),
            settings.topics().ids().get(partition.topic()));
    new CutLog(settings.layout().cuts(partition.topic(), partition.partition()))
        .append(
            RecordCopy.with(none, "number", 1, "nextOffset", 1000, "ordinal", 900),
            settings.publication());

    assertThat(failure(topics, settings))
        .rootCause()
        .isInstanceOf(FilesMismatchException.class)
        .hasMessageContaining(partition + " ends at offset 0, but the output continues at 1000");
  }

  @Test
  void shouldSealWhatASinkLeftOutWhosePartitionsItTakesOver() throws Exception {
    TestingTopics topics = topics("take-over");
    TestingSink out = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(out);
    SinkSettings others = topics.provision(out.withInstance("other"));
    topics.send(ended(topics, UNIT_1, 7));
    Path manifest = settings.layout().manifest(DUMP);

    try (Admin admin = topics.connection().admin();
        ShardSink other =
            ShardSink.start(topics.connection(), topics.progress(), others, new CutLogs(others))) {
      try (ShardSink sink =
          ShardSink.start(
              topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
        TestingTopics.await(
            "seal", () -> alive(sink) && alive(other) && isComplete(settings, UNIT_1));
        TestingTopics.await("manifest", () -> Files.exists(manifest));
        TestingTopics.await("partitions of both", () -> isShared(topics, sink, other));
        awaitMembers(admin, topics, 2 * settings.workers().threads());
      }
      Files.delete(manifest);
      topics.removeMembers(settings);

      TestingTopics.await("manifest", () -> alive(other) && Files.exists(manifest));
    }

    TestingSink reference = reference(topics, ended(topics, UNIT_1, 7));
    assertThat(out.contents("en")).isEqualTo(reference.contents("en"));
  }

  private static void awaitMembers(Admin admin, TestingTopics topics, int workers)
      throws Exception {
    TestingTopics.await(
        workers + " members", () -> ReturningWorkersIT.members(admin, topics).size() == workers);
  }

  /** Whether each of two sinks has partitions, and both together all of them. */
  static boolean isShared(TestingTopics topics, ShardSink one, ShardSink other) {
    int first = one.gauge().partitions();
    int second = other.gauge().partitions();
    return alive(one)
        && alive(other)
        && Math.min(first, second) > 0
        && first + second == topics.curated().size();
  }

  /** As it does with texts that take their time to be read from the source. */
  @Test
  void shouldMakeTheSameFilesWhenTurnsEndAfterEveryRecord() throws Exception {
    TestingTopics topics = topics("turns");
    TestingSink out = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(out);
    List<ConsumerRecord<byte[], byte[]>> documents =
        documents(topics, UNIT_1, 9).stream().filter(record -> record.offset() < 20).toList();
    List<ConsumerRecord<byte[], byte[]>> values =
        both(documents, markers(topics, UNIT_1, documents));
    topics.send(values);

    try (ShardSink sink =
        ShardSink.start(
            topics.connection(),
            topics.progress(),
            settings,
            new CutLogs(settings),
            Duration.ZERO)) {
      TestingTopics.await("seal", () -> alive(sink) && isComplete(settings, UNIT_1));
    }

    TestingSink reference = reference(topics, values);
    assertThat(out.contents("en")).isEqualTo(reference.contents("en")).hasSizeGreaterThan(10);
  }

  @Test
  void shouldTellThatItRetriesAndThenSealNevertheless() throws Exception {
    TestingTopics topics = topics("retried");
    TestingSink out = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(out.withRetry(WITHOUT_END));
    Path temporary = root.resolve("out/_sluice/tmp");
    Path away = root.resolve("away");

    try (ShardSink sink =
        ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
      SinkGauge gauge = sink.gauge();
      TestingTopics.await(
          "start", () -> alive(sink) && gauge.partitions() == topics.curated().size());
      Files.move(temporary, away);
      Path file = Files.createFile(root.resolve("file"));
      Files.createSymbolicLink(temporary, file); // no shard can be written below
      topics.send(ended(topics, UNIT_1, 9));
      TestingTopics.await(
          "retry",
          () ->
              alive(sink)
                  && gauge.waits().stream()
                      .anyMatch(waits -> waits.totals().containsKey(SinkWait.RETRY)));
      // At once: a directory that is not there would be no reason to try again.
      Path link = Files.createSymbolicLink(root.resolve("link"), away);
      Files.move(link, temporary, StandardCopyOption.ATOMIC_MOVE);

      TestingTopics.await("seal", () -> alive(sink) && gauge.sealedUnits().contains(UNIT_1));
    }
  }

  /** Puts a file where the cut records of a partition should have a directory. */
  private static Path blockFirstPartition(TestingTopics topics, SinkSettings settings)
      throws IOException {
    TopicPartition first = topics.curated().get(0);
    Path cuts = settings.layout().cuts(first.topic(), first.partition());
    Files.createDirectories(cuts.getParent());
    return Files.createFile(cuts);
  }

  @Test
  void shouldOpenAPartitionOnceItCan() throws Exception {
    TestingTopics topics = topics("opened");
    TestingSink out = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(out.withRetry(WITHOUT_END));
    Path cuts = blockFirstPartition(topics, settings);
    topics.send(ended(topics, UNIT_1, 10));

    try (ShardSink sink =
        ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
      TestingTopics.await(
          "a second attempt",
          () ->
              alive(sink)
                  && sink.gauge().waits().stream()
                      .map(waits -> waits.totals().getOrDefault(SinkWait.RETRY, Duration.ZERO))
                      .anyMatch(waited -> waited.toMillis() > 150));
      Files.delete(cuts);

      TestingTopics.await("seal", () -> alive(sink) && isComplete(settings, UNIT_1));
    }
  }

  @Test
  void shouldStopDuringAPauseBetweenAttempts() throws Exception {
    TestingTopics topics = topics("paused");
    TestingSink out = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(out.withRetry(new IoRetry(1, Duration.ofDays(1))));
    blockFirstPartition(topics, settings);
    topics.send(ended(topics, UNIT_1, 10));

    ShardSink sink =
        ShardSink.start(topics.connection(), topics.progress(), settings, new CutLogs(settings));
    try {
      TestingTopics.await(
          "pause",
          () ->
              alive(sink)
                  && sink.gauge().waits().stream()
                      .flatMap(waits -> waits.now().stream())
                      .anyMatch(wait -> wait.cause() == SinkWait.RETRY));
    } finally {
      sink.close();
    }

    assertThat(sink.failure()).isEmpty();
  }

  /** The marker is before a cut by then, so it is not read again. */
  @Test
  void shouldSealOnceItCanThoughItCouldNotAtTheMarker() throws Exception {
    TestingTopics topics = topics("late-seal");
    TestingSink out = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(out.withRetry(new IoRetry(5, Duration.ofMillis(100))));
    Path manifest = settings.layout().manifest(DUMP);
    Files.createDirectories(manifest); // nothing can be written in its place
    topics.send(ended(topics, UNIT_1, 8));

    try (Admin admin = topics.connection().admin();
        ShardSink sink =
            ShardSink.start(
                topics.connection(), topics.progress(), settings, new CutLogs(settings))) {
      for (TopicPartition partition : topics.curated()) { // as it does once it has given up
        TestingTopics.await(
            "positions", () -> alive(sink) && committed(admin, topics, partition) >= 301);
      }
      Files.delete(manifest);

      TestingTopics.await("manifest", () -> alive(sink) && Files.isRegularFile(manifest));
    }
  }
}
