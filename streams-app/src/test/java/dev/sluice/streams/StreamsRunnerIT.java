package dev.sluice.streams;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.work.FileTree;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.MalformedRecordException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.streams.errors.StreamsException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Each test has topics of its own on one broker, and mostly waits: side by side. */
@Timeout(180)
@ExtendWith(SharedBroker.class)
@Execution(ExecutionMode.CONCURRENT)
class StreamsRunnerIT {
  private static final int PARTITIONS = 3;
  private static final String FIRST_UNIT = "CC-MAIN-2024-10#1";
  private static final String SECOND_UNIT = "CC-MAIN-2024-18#1";

  /** Far more than what the first units take, and far less than a memtable. */
  private static final int BYTES_OF_MANY_IDS = 100_000;

  private static KafkaConnection connection;
  private static Admin admin;

  @TempDir private Path stateDir;

  @BeforeAll
  static void start(EmbeddedBroker broker) {
    connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
    admin = connection.admin();
  }

  @AfterAll
  static void stop() {
    admin.close();
  }

  private static StreamsRunner run(CurationSettings settings, Path stateDir, int threads) {
    StreamsSettings how = TestingCuration.how(settings.names(), stateDir, threads);
    TopologyGauge gauge = new TopologyGauge();
    return StreamsRunner.start(CurationTopology.build(settings, gauge), connection, how, gauge);
  }

  private static List<TestingDocument> documents(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> TestingDocument.of("id " + i, i % 2 == 0 ? 1.5 : 4).fromRow(i))
        .toList();
  }

  private static TestingTopics topics(String prefix) throws Exception {
    return new TestingTopics(connection, prefix, PARTITIONS);
  }

  private static List<EndOfUnit> markers(List<ConsumerRecord<byte[], byte[]>> records)
      throws MalformedRecordException {
    List<EndOfUnit> markers = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : records) {
      if (EndOfUnit.matches(record.value())) {
        markers.add(EndOfUnit.parse(record.value()));
      }
    }
    return markers;
  }

  /** What the topology counted for a unit, over all partitions and buckets. */
  private static Counters counted(TestingTopics topics, String unit, int units) throws Exception {
    Counters sum = new Counters();
    for (String bucket : topics.names().buckets()) {
      for (EndOfUnit marker : markers(topics.readCurated(bucket, units))) {
        if (marker.unit().id().equals(unit)) {
          sum.merge(marker.curated());
        }
      }
    }
    return sum;
  }

  private static void assertAllDuplicates(TestingTopics topics, int rows) throws Exception {
    Counters second = counted(topics, SECOND_UNIT, 2);
    assertThat(second.total(Outcome.DUPLICATES_REMOVED.key())).isEqualTo(rows);
    assertThat(second.ended()).isEqualTo(rows);
  }

  @Test
  void shouldTrimProcessedDocuments() throws Exception {
    TestingTopics topics = topics("trimmed");
    topics.sendUnit(FIRST_UNIT, documents(200));
    List<TopicPartition> partitions =
        IntStream.range(0, PARTITIONS)
            .mapToObj(i -> new TopicPartition(topics.names().documents(), i))
            .toList();
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1);
        Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
      topics.readCurated("low", 1);
      Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
      long deadline = System.nanoTime() + Duration.ofSeconds(120).toNanos();
      while (!consumer.beginningOffsets(partitions).equals(ends)) {
        assertThat(System.nanoTime()).as("trimmed in time").isLessThan(deadline);
        LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
      }
      assertThat(runner.failure()).isEmpty();
    }
  }

  @Test
  void shouldWriteEveryRecordToThePartitionItCameFrom() throws Exception {
    TestingTopics topics = topics("partitions");
    topics.sendUnit(FIRST_UNIT, documents(200));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 2)) {
      for (String bucket : List.of("low", "high")) {
        List<ConsumerRecord<byte[], byte[]>> records = topics.readCurated(bucket, 1);

        assertThat(records).hasSize(100 + PARTITIONS);
        Map<Integer, EndOfUnit> ends = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
          assertThat(ends).as("documents before the marker").doesNotContainKey(record.partition());
          if (EndOfUnit.matches(record.value())) {
            ends.put(record.partition(), EndOfUnit.parse(record.value()));
          } else {
            assertThat(record.partition()).isEqualTo(Partitions.of(record.key(), PARTITIONS));
          }
        }
        assertThat(ends).hasSize(PARTITIONS);
        ends.forEach((partition, end) -> assertThat(end.partition()).isEqualTo(partition));
      }
      assertThat(runner.failure()).isEmpty();
      assertThat(runner.isRunning()).isTrue();
    }
  }

  @Test
  void shouldKeepTheOrderOfEveryPartition() throws Exception {
    TestingTopics topics = topics("order");
    topics.sendUnit(FIRST_UNIT, documents(300));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      Map<Integer, Integer> last = new HashMap<>();
      for (ConsumerRecord<byte[], byte[]> record : topics.readCurated("low", 1)) {
        if (!EndOfUnit.matches(record.value())) {
          int row = Integer.parseInt(new String(record.key(), UTF_8).substring(3));
          assertThat(row).isGreaterThan(last.getOrDefault(record.partition(), -1));
          last.put(record.partition(), row);
        }
      }
      assertThat(runner.failure()).isEmpty();
    }
  }

  @Test
  void shouldNeedNoRestoreAfterACleanStop() throws Exception {
    TestingTopics topics = topics("restart");
    topics.sendUnit(FIRST_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }
    // Whoever restored from the changelog now would find nothing.
    emptyChangelog(topics, "ids");

    topics.sendUnit(SECOND_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      assertAllDuplicates(topics, 60);
      assertThat(runner.failure()).isEmpty();
    }
  }

  @Test
  void shouldKeepWhatItsStoresHadOnDiskWhenItIsKilled() throws Exception {
    TestingTopics topics = topics("killed");
    topics.sendUnit(FIRST_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }
    // Whoever restored all of the changelog now would find nothing.
    emptyChangelog(topics, "ids");
    int units = 1;
    try (TestingInstance instance =
        TestingInstance.startTwin(connection, topics, stateDir, "instance")) {
      // Until a store, that of the first partition, has written ids to its files that the first
      // unit did not have.
      while (!hasManyIdsOnDisk(topics)) {
        topics.sendUnit("CC-MAIN-2024-%d#1".formatted(100 + units), others(units));
        units++;
        topics.readCurated("low", units);
      }
      instance.kill();
    }

    topics.sendUnit(SECOND_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      Counters second = counted(topics, SECOND_UNIT, units + 1);
      assertThat(second.total(Outcome.DUPLICATES_REMOVED.key())).isEqualTo(60);
      assertThat(runner.failure()).isEmpty();
    }
  }

  private boolean hasManyIdsOnDisk(TestingTopics topics) throws IOException {
    Path task = stateDir.resolve(topics.names().applicationId()).resolve("0_0");
    try (Stream<Path> files = Files.list(task.resolve("rocksdb/ids"))) {
      return files
          .filter(file -> file.toString().endsWith(".sst"))
          .anyMatch(table -> table.toFile().length() > BYTES_OF_MANY_IDS);
    }
  }

  /** More than a memtable, all of the first partition. */
  private static List<TestingDocument> others(int unit) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> TestingDocument.of("other %d of %d".formatted(i, unit), 1.5).fromRow(i))
        .filter(document -> Partitions.of(document.id(), PARTITIONS) == 0)
        .limit(80_000)
        .toList();
  }

  /** As if a power cut had taken the end of the changelogs, but not what RocksDB had synced. */
  @Test
  void shouldRefuseStoresThatAreAheadOfTheirChangelogs() throws Exception {
    TestingTopics topics = topics("ahead");
    topics.sendUnit(FIRST_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }
    Path application = stateDir.resolve(topics.names().applicationId());

    DamagedStores.check(application, admin);
    assertThat(stores(application)).hasSize(2 * PARTITIONS);

    DamagedStores.Ends shorter =
        changelogs -> {
          Map<TopicPartition, Long> found = PartitionLogs.ends(admin, changelogs);
          found.replaceAll((changelog, end) -> end - 2);
          return found;
        };
    assertThatThrownBy(() -> DamagedStores.check(application, shorter, shorter))
        .isInstanceOf(StreamsException.class)
        .hasMessageContaining("The broker has lost acknowledged records");
    assertThat(stores(application)).hasSize(2 * PARTITIONS);
  }

  /**
   * As if a power cut had taken the end of the changelog of ids, and what RocksDB had not synced,
   * but not the end of the ledger's: a document whose id is lost was counted, and its copy would be
   * kept.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @EnabledOnOs(OS.LINUX)
  void shouldFindLostIdsOnceTheMachineWasStartedAgain(boolean startedAgain) throws Exception {
    TestingTopics topics = topics("lost-ids-" + startedAgain);
    topics.sendUnit(FIRST_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }
    Path task = stateDir.resolve(topics.names().applicationId()).resolve("0_1");
    deleteFirstId(task.resolve("rocksdb/ids"));
    Path counted = task.resolve("ids-counted");
    assertThat(counted).content().isEqualTo(Files.readString(LostIds.MACHINE_START));
    if (startedAgain) {
      Files.writeString(counted, "an earlier start");
    }

    topics.sendUnit(SECOND_UNIT, documents(60));
    if (startedAgain) {
      try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
        runner.await();
        assertThat(runner.failure().orElseThrow())
            .rootCause()
            .hasMessageContaining("partition 1 has 19 ids, but kept 20 documents")
            .hasMessageContaining("Delete the directory " + task);
      }
      assertThat(counted).hasContent("an earlier start");
      FileTree.deleteAll(task);
    }
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      assertThat(counted(topics, SECOND_UNIT, 2).total(Outcome.DUPLICATES_REMOVED.key()))
          .isEqualTo(startedAgain ? 60 : 59);
      assertThat(runner.failure()).isEmpty();
    }
  }

  private static void deleteFirstId(Path store) throws RocksDBException {
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    List<ColumnFamilyDescriptor> families =
        Stream.of("default", "offsets")
            .map(
                name -> new ColumnFamilyDescriptor(name.getBytes(UTF_8), new ColumnFamilyOptions()))
            .toList();
    try (DBOptions options = new DBOptions();
        RocksDB db = RocksDB.open(options, store.toString(), families, handles)) {
      try (RocksIterator ids = db.newIterator(handles.get(0))) {
        ids.seekToFirst();
        db.delete(handles.get(0), ids.key());
      }
      handles.forEach(ColumnFamilyHandle::close);
    }
  }

  private static List<Path> stores(Path application) throws IOException {
    try (Stream<Path> files = Files.walk(application)) {
      return files.filter(file -> file.getParent().endsWith("rocksdb")).toList();
    }
  }

  /** Leaves the marker of the last commit alone, where the stores' positions end. */
  private static void emptyChangelog(TestingTopics topics, String store) {
    Map<TopicPartition, RecordsToDelete> all = new HashMap<>();
    for (int i = 0; i < PARTITIONS; i++) {
      TopicPartition partition = new TopicPartition(changelog(topics, store), i);
      long end =
          AdminCalls.await(
                  admin
                      .listOffsets(Map.of(partition, OffsetSpec.latest()))
                      .partitionResult(partition))
              .offset();
      assertThat(end).as("records of the changelog").isGreaterThan(1);
      all.put(partition, RecordsToDelete.beforeOffset(end - 1));
    }
    AdminCalls.await(admin.deleteRecords(all).all());
  }

  private static String changelog(TestingTopics topics, String store) {
    return topics.names().applicationId() + "-" + store + "-changelog";
  }

  @Test
  void shouldRestoreIdsAndPositionsFromTheChangelogs(@TempDir Path otherState) throws Exception {
    TestingTopics topics = topics("restore");
    topics.sendUnit(FIRST_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }

    topics.sendUnit(SECOND_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), otherState, 1)) {
      assertAllDuplicates(topics, 60);
      assertThat(runner.failure()).isEmpty();
    }
  }

  @Test
  @Tag("endurance")
  void shouldContinueWithAStandbyCopyWhenTheOtherInstanceIsKilled(@TempDir Path otherState)
      throws Exception {
    TestingTopics topics = topics("standby");
    topics.sendUnit(FIRST_UNIT, documents(60));
    try (StreamsRunner survivor = runTwin(topics, otherState);
        TestingInstance other = TestingInstance.startTwin(connection, topics, stateDir, "other")) {
      topics.readCurated("low", 1);
      awaitCopies(survivor, other, topics);
      assertThat(survivor.gauge().partitions()).hasSizeBetween(1, PARTITIONS - 1);
      other.kill();
      // Whoever restored from the changelog now would find nothing.
      emptyChangelog(topics, "ids");
      topics.sendUnit(SECOND_UNIT, documents(60));
      assertAllDuplicates(topics, 60);
      TestingTopics.awaitShown(topics.marked(2), survivor);
      assertThat(survivor.failure()).isEmpty();
    }
  }

  private static StreamsRunner runTwin(TestingTopics topics, Path stateDir) {
    TopologyGauge gauge = new TopologyGauge();
    return StreamsRunner.start(
        CurationTopology.build(topics.settings(), gauge),
        connection,
        TestingCuration.howAsTwin(topics.names(), stateDir, "survivor"),
        gauge);
  }

  /** Until the one has a copy of all that the other, which has tasks too, may change. */
  private static void awaitCopies(
      StreamsRunner survivor, TestingInstance other, TestingTopics topics) {
    long deadline = System.nanoTime() + Duration.ofSeconds(120).toNanos();
    while (!topics.areShared()
        || !survivor.isRunning()
        || survivor.storePartitions() < 2 * PARTITIONS
        || survivor.largestStoreLag() > 1) {
      assertThat(survivor.failure()).isEmpty();
      assertThat(other.isAlive()).as("the other is alive").isTrue();
      assertThat(System.nanoTime()).as("copies in time").isLessThan(deadline);
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
  }

  private void deleteGroup(TestingTopics topics) {
    String group = topics.names().applicationId();
    AdminCalls.await(
        admin
            .removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
            .all());
    AdminCalls.await(admin.deleteConsumerGroups(List.of(group)).all());
  }

  @Test
  void shouldNeitherLoseNorDoubleAnythingWhenItsGroupWasDeleted() throws Exception {
    TestingTopics topics = topics("group");
    topics.sendUnit(FIRST_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }
    deleteGroup(topics);

    topics.sendUnit(SECOND_UNIT, documents(60));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      assertAllDuplicates(topics, 60);
      assertThat(topics.readCurated("low", 2)).hasSize(30 + 2 * PARTITIONS);
      assertThat(counted(topics, FIRST_UNIT, 2).total(Outcome.KEPT.key())).isEqualTo(60);
      assertThat(runner.failure()).isEmpty();
    }
  }

  /** A power cut that took the end of the documents, and a group that expired meanwhile. */
  @Test
  void shouldRefuseDocumentsThatEndBeforeItsLedgerWhenItsGroupWasDeleted() throws Exception {
    TestingTopics topics = topics("lost");
    topics.sendUnit(FIRST_UNIT, documents(10));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }
    deleteGroup(topics);
    try (Producer<byte[], byte[]> producer = connection.producer("lost", Map.of())) {
      producer.initTransactions();
      producer.beginTransaction();
      byte[] next = ByteBuffer.allocate(Long.BYTES).putLong(1_000_000).array();
      byte[] key = "next".getBytes(UTF_8);
      producer.send(new ProducerRecord<>(changelog(topics, "ledger"), 0, key, next));
      producer.commitTransaction();
    }

    assertThatThrownBy(() -> run(topics.settings(), stateDir, 1).close())
        .isInstanceOf(StreamsException.class)
        .hasMessageContaining(topics.names().documents() + "-0 ends at offset")
        .hasMessageContaining("the topology continues at 1000000");
  }

  @Test
  void shouldMakeChangelogsThatKeepEverything() throws Exception {
    TestingTopics topics = topics("changelog");
    topics.sendUnit(FIRST_UNIT, documents(10));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }

    Config ids = config(changelog(topics, "ids"));
    assertThat(ids.get("cleanup.policy").value()).isEqualTo("delete");
    assertThat(ids.get("retention.ms").value()).isEqualTo("-1");
    assertThat(ids.get("retention.bytes").value()).isEqualTo("-1");
    assertThat(ids.get("message.timestamp.type").value()).isEqualTo("LogAppendTime");
    Config ledger = config(changelog(topics, "ledger"));
    assertThat(ledger.get("cleanup.policy").value()).isEqualTo("compact");
    assertThat(AdminCalls.await(admin.listTopics().names()))
        .filteredOn(name -> name.startsWith("changelog.curation"))
        .hasSize(2);
  }

  private static Config config(String topic) {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    return AdminCalls.await(admin.describeConfigs(List.of(resource)).all()).get(resource);
  }

  @Test
  void shouldStopAndSayWhyWhenTheTopicWasCreatedAgain() throws Exception {
    TestingTopics topics = topics("recreated");
    topics.sendUnit(FIRST_UNIT, documents(30));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }

    try (StreamsRunner runner = run(topics.settings("another-id"), stateDir, 1)) {
      runner.await();

      assertThat(runner.failure()).isPresent();
      assertThat(runner.failure().orElseThrow())
          .hasStackTraceContaining("the documents topic was re-created: its id is another-id");
    }
  }

  @Test
  void shouldNotTakeATopicThatWasCreatedAgainForOneThatLostItsEnd() throws Exception {
    TestingTopics topics = topics("again");
    topics.sendUnit(FIRST_UNIT, documents(30));
    try (StreamsRunner runner = run(topics.settings(), stateDir, 1)) {
      topics.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }
    String documents = topics.names().documents();
    AdminCalls.await(admin.deleteTopics(List.of(documents)).all());
    // The controller has deleted it; what a broker lists follows.
    while (AdminCalls.await(admin.listTopics().names()).contains(documents)) {
      Thread.sleep(20);
    }
    TestingTopics again = topics("again");

    assertThatThrownBy(() -> run(again.settings(), stateDir, 1).close())
        .isInstanceOf(StreamsException.class)
        .hasMessageContaining("the documents topic was re-created");
  }

  @Test
  void shouldRefuseAStateThatWasMadeFromOtherDocuments() throws Exception {
    TestingTopics others = topics("others");
    others.sendUnit(FIRST_UNIT, documents(30));
    try (StreamsRunner runner = run(others.settings(), stateDir, 1)) {
      others.readCurated("low", 1);
      assertThat(runner.failure()).isEmpty();
    }
    TestingTopics topics = topics("ours");
    Files.move(
        stateDir.resolve(others.names().applicationId()),
        stateDir.resolve(topics.names().applicationId()));

    assertThatThrownBy(() -> run(topics.settings(), stateDir, 1))
        .isInstanceOf(StreamsException.class)
        .hasMessageContaining(
            "the state belongs to", "delete this directory; the state will be restored");
  }

  @Test
  void shouldRunOnTheSecondVersionOfTransactions() {
    short version =
        AdminCalls.await(admin.describeFeatures().featureMetadata())
            .finalizedFeatures()
            .get("transaction.version")
            .maxVersionLevel();

    assertThat(version).isEqualTo((short) 2);
  }
}
