package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.operators.minhash.NearDedup;
import dev.sluice.operators.minhash.NearDedupScope;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.BandBlock;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.Watermark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The topic of keys on a broker: written with the rest in one transaction, over a kill. */
@Timeout(300)
class BandRecordsIT {
  private static final NearDedup NEAR = TestingKeys.nearDedup(NearDedupScope.OUTPUT);
  private static final int PARTITIONS = 3;
  private static final int PARTS = 20;
  private static final int ROWS = 250;
  private static final String UNIT = "CC-MAIN-2024-10#1";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String INSTANCE = "instance";

  @TempDir private static Path dataDir;
  private static EmbeddedBroker broker;
  private static KafkaConnection connection;

  @TempDir private Path stateDir;

  @BeforeAll
  static void start() {
    broker = EmbeddedBroker.start(EmbeddedBroker.Settings.in(dataDir), fault -> {});
    connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
  }

  @AfterAll
  static void stop() {
    broker.close();
  }

  /** A key of a document in a band, where it was read. */
  private record Place(int partition, String file, long row) {}

  private static String file(int part) {
    return "data/%d.parquet".formatted(part / 4);
  }

  /** Every third document is a copy of another one; some are short. */
  private static List<TestingDocument> part(int part) {
    return IntStream.range(part * ROWS, (part + 1) * ROWS)
        .mapToObj(
            i ->
                TestingDocument.of("id " + (i % 3 == 0 ? i / 2 : i), i % 2 == 0 ? 1.5 : 4)
                    .withText(i % 10 == 0 ? "short" : "a text that has words and number " + i)
                    .inFile(file(part))
                    .fromRow(i))
        .toList();
  }

  private static void send(TestingTopics topics, int from, int to) {
    for (int part = from; part < to; part++) {
      Watermark reached = new Watermark(UNIT, 0, file(part), (part + 1L) * ROWS, false);
      topics.sendPart(UNIT, part(part), Optional.of(reached));
    }
  }

  private static void awaitThat(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as(what).isLessThan(deadline);
      LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
    }
  }

  private static void awaitAny(TestingTopics topics) {
    try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
      consumer.assign(List.of(new TopicPartition(topics.names().bands(), 1)));
      consumer.seekToBeginning(consumer.assignment());
      while (consumer.poll(Duration.ofMillis(10)).isEmpty()) {
        Thread.onSpinWait();
      }
    }
  }

  private static List<Place> sorted(List<Place> places) {
    return places.stream()
        .sorted(
            Comparator.comparing(Place::partition)
                .thenComparing(Place::file)
                .thenComparing(Place::row))
        .toList();
  }

  /** The documents on the curated topics. */
  private static List<Place> kept(TestingTopics topics) throws MalformedRecordException {
    List<Place> places = new ArrayList<>();
    for (String bucket : topics.names().buckets()) {
      for (ConsumerRecord<byte[], byte[]> record : topics.readCurated(bucket, 1)) {
        if (DocumentRecord.matches(record.value())) {
          DocumentRecord document = DocumentRecord.parse(record.value());
          places.add(new Place(record.partition(), document.file(), document.row()));
        }
      }
    }
    return sorted(places);
  }

  /** The partition of each row that was sent. */
  private static List<Integer> partitions() {
    return IntStream.range(0, PARTS)
        .boxed()
        .flatMap(part -> part(part).stream())
        .map(document -> Partitions.of(document.id(), PARTITIONS))
        .toList();
  }

  /** The documents of a band. Fails if they are not between the watermarks that cover them. */
  private static List<Place> placesInOrder(TestingTopics topics, int band) throws Exception {
    List<Integer> partitions = partitions();
    List<Place> places = new ArrayList<>();
    long[] reached = new long[PARTITIONS];
    long last = -1;
    for (ConsumerRecord<byte[], byte[]> record : topics.readBand(band, 1)) {
      last = record.offset();
      if (Watermark.matches(record.value())) {
        Watermark watermark = Watermark.parse(record.value());
        reached[watermark.partition()] = watermark.ended() ? Long.MAX_VALUE : watermark.row();
        continue;
      }
      BandBlock block = BandBlock.parse(record.value());
      for (long row : block.rows()) {
        int partition = partitions.get((int) row);
        assertThat(row).as("after its watermark").isGreaterThanOrEqualTo(reached[partition]);
        places.add(new Place(partition, block.file(), row));
      }
    }
    assertThat(reached).containsOnly(Long.MAX_VALUE);
    TopicPartition partition = new TopicPartition(topics.names().bands(), band);
    try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
      assertThat(consumer.endOffsets(List.of(partition)).get(partition))
          .as("the end of a transaction is behind the last record")
          .isGreaterThan(last + 1);
    }
    return sorted(places);
  }

  /** All committed records of a topic up to now. */
  private static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
      List<TopicPartition> all =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (all.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
        consumer.poll(Duration.ofMillis(50)).forEach(records::add);
      }
    }
    return records;
  }

  /** The rows of which keys are in each band. */
  private static List<List<Long>> rowsOfBands(TestingTopics topics) throws Exception {
    List<List<Long>> rows = new ArrayList<>();
    IntStream.range(0, NEAR.bands()).forEach(band -> rows.add(new ArrayList<>()));
    for (ConsumerRecord<byte[], byte[]> record : read(topics.names().bands())) {
      if (BandBlock.matches(record.value())) {
        for (long row : BandBlock.parse(record.value()).rows()) {
          rows.get(record.partition()).add(row);
        }
      }
    }
    rows.forEach(band -> band.sort(Comparator.naturalOrder()));
    return rows;
  }

  /** Documents of one file, all of them different and none of them short. */
  private static List<TestingDocument> different(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(
            i ->
                TestingDocument.of("id " + i, 1.5)
                    .withText("a text that has words and number " + i)
                    .fromRow(i))
        .toList();
  }

  private StreamsRunner run(TestingTopics topics, Duration commitInterval) {
    TopologyGauge gauge = new TopologyGauge();
    StreamsSettings how = TestingCuration.how(topics.names(), stateDir, 1);
    return StreamsRunner.start(
        CurationTopology.build(topics.settings(), gauge),
        connection,
        new StreamsSettings(
            how.names(),
            how.stateDir(),
            how.instanceId(),
            how.threads(),
            commitInterval,
            how.replicationFactor(),
            how.maxRecordBytes(),
            how.standbyReplicas(),
            how.memory(),
            how.properties()),
        gauge);
  }

  /** Waits until the unit has ended. */
  private static void assertBandsHaveWhatIsKept(TestingTopics topics) throws Exception {
    List<Place> kept = kept(topics);
    assertThat(kept).hasSizeGreaterThan(PARTS * ROWS / 2).doesNotHaveDuplicates();
    for (int band = 0; band < NEAR.bands(); band++) {
      boolean first = band == 0;
      assertThat(placesInOrder(topics, band))
          .as("band %d", band)
          .isEqualTo(kept.stream().filter(place -> first || !isShort(place)).toList());
    }
  }

  private static boolean isShort(Place place) {
    return place.row() % 10 == 0;
  }

  @Test
  void shouldSendWhatItHoldsWithTheCommitOfItsInput() throws Exception {
    TestingTopics topics = new TestingTopics(connection, "held", PARTITIONS, Optional.of(NEAR));
    topics.sendPart(UNIT, different(0, ROWS), Optional.empty());
    List<Long> all = LongStream.range(0, ROWS).boxed().toList();
    try (StreamsRunner runner = run(topics, Duration.ofMillis(100))) {
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (rowsOfBands(topics).get(NEAR.bands() - 1).size() < ROWS) {
        assertThat(System.nanoTime()).as("keys without a watermark").isLessThan(deadline);
        assertThat(runner.failure()).isEmpty();
      }

      assertThat(rowsOfBands(topics)).containsOnly(all);
      assertThat(read(topics.names().bands())).hasSizeLessThan(NEAR.bands() * ROWS / 5);
    }
  }

  @Test
  void shouldSendWhatItHoldsWhenItStops() throws Exception {
    TestingTopics topics = new TestingTopics(connection, "stopped", PARTITIONS, Optional.of(NEAR));
    StreamsRunner runner = run(topics, Duration.ofSeconds(50));
    try (runner) {
      awaitThat("it runs", runner::isRunning);
      topics.sendPart(UNIT, different(0, ROWS), Optional.empty());
      awaitThat("all rows are processed", () -> runner.storedKeys() >= ROWS);
      assertThat(rowsOfBands(topics)).as("before a commit").containsOnly(List.of());
    }

    assertThat(read(topics.names().curated("low"))).hasSize(ROWS);
    assertThat(rowsOfBands(topics)).containsOnly(LongStream.range(0, ROWS).boxed().toList());
  }

  @Test
  @Tag("endurance")
  void shouldSendEachKeyOnceOverAKill() throws Exception {
    TestingTopics topics = new TestingTopics(connection, "bands", PARTITIONS, Optional.of(NEAR));
    send(topics, 0, PARTS / 2);
    try (TestingInstance killed =
        TestingInstance.startTwin(connection, topics, stateDir, INSTANCE)) {
      awaitAny(topics);
      killed.kill();
    }
    TopologyGauge gauge = new TopologyGauge();
    try (StreamsRunner runner =
        StreamsRunner.start(
            CurationTopology.build(topics.settings(), gauge),
            connection,
            TestingCuration.howAsTwin(topics.names(), stateDir, INSTANCE),
            gauge)) {
      send(topics, PARTS / 2, PARTS);
      topics.sendUnit(UNIT, List.of());

      assertBandsHaveWhatIsKept(topics);
      assertThat(runner.failure()).isEmpty();
    }
  }

  @Test
  @Tag("endurance")
  void shouldSendWhatItHoldsWhenTasksMove() throws Exception {
    TestingTopics topics = new TestingTopics(connection, "moving", PARTITIONS, Optional.of(NEAR));
    topics.sendPart(UNIT, different(0, ROWS), Optional.empty());
    try (TestingInstance first =
            TestingInstance.startTwin(connection, topics, stateDir.resolve("1"), "first");
        TestingInstance second =
            startWhen(() -> read(topics.names().curated("low")).size() == ROWS, topics)) {
      awaitThat("both have partitions", topics::areShared);
      topics.sendPart(UNIT, different(ROWS, 2 * ROWS), Optional.empty());
      topics.sendUnit(UNIT, List.of());

      assertThat(topics.readCurated("low", 1)).hasSize(2 * ROWS + PARTITIONS);
      topics.readBand(NEAR.bands() - 1, 1);
      assertThat(rowsOfBands(topics)).containsOnly(LongStream.range(0, 2 * ROWS).boxed().toList());
      assertThat(first.isAlive()).isTrue();
      assertThat(second.isAlive()).isTrue();
    }
  }

  private TestingInstance startWhen(BooleanSupplier due, TestingTopics topics) throws Exception {
    awaitThat("due", due);
    return TestingInstance.startTwin(connection, topics, stateDir.resolve("2"), "second");
  }
}
