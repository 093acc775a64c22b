package dev.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.operators.neardup.NearDedupScope;
import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.SignatureBlock;
import dev.sluice.topics.record.Watermark;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The topic of signatures on a broker: written with the rest in one transaction, over a kill. */
@Timeout(300)
@ExtendWith(SharedBroker.class)
class SignatureRecordsIT {
  private static final NearDedup NEAR = TestingSignatures.nearDedup(NearDedupScope.OUTPUT);
  private static final int PARTITIONS = 3;
  private static final int PARTS = 20;
  private static final int ROWS = 250;
  private static final String UNIT = "CC-MAIN-2024-10#1";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String INSTANCE = "instance";

  private static KafkaConnection connection;

  @TempDir private Path stateDir;

  @BeforeAll
  static void start(EmbeddedBroker broker) {
    connection = new KafkaConnection(broker.bootstrapServers(), Map.of());
  }

  /** A signed document, where it was read. */
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

  private static void awaitAny(TestingTopics topics) {
    try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
      consumer.assign(List.of(new TopicPartition(topics.names().signatures(), 0)));
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

  /**
   * The documents that are signed. Fails if they are not between the watermarks that cover them.
   */
  private static List<Place> placesInOrder(TestingTopics topics) throws Exception {
    List<Integer> partitions = partitions();
    List<Place> places = new ArrayList<>();
    long[] reached = new long[PARTITIONS];
    long last = -1;
    for (ConsumerRecord<byte[], byte[]> record : topics.readSignatures(1)) {
      last = record.offset();
      if (Watermark.matches(record.value())) {
        Watermark watermark = Watermark.parse(record.value());
        reached[watermark.partition()] = watermark.ended() ? Long.MAX_VALUE : watermark.row();
        continue;
      }
      SignatureBlock block = SignatureBlock.parse(record.value());
      for (SignatureBlock.Row signed : block.rows()) {
        long row = signed.row();
        int partition = partitions.get((int) row);
        assertThat(row).as("after its watermark").isGreaterThanOrEqualTo(reached[partition]);
        places.add(new Place(partition, block.file(), row));
      }
    }
    assertThat(reached).containsOnly(Long.MAX_VALUE);
    TopicPartition partition = new TopicPartition(topics.names().signatures(), 0);
    try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
      assertThat(consumer.endOffsets(List.of(partition)).get(partition))
          .as("the end of a transaction is behind the last record")
          .isGreaterThan(last + 1);
    }
    return sorted(places);
  }

  /** Waits until the unit has ended. */
  private static void assertSignaturesOfWhatIsKept(TestingTopics topics) throws Exception {
    List<Place> kept = kept(topics);
    assertThat(kept).hasSizeGreaterThan(PARTS * ROWS / 2).doesNotHaveDuplicates();
    assertThat(placesInOrder(topics)).isEqualTo(kept);
  }

  @Test
  @Tag("endurance")
  void shouldSendEachSignatureOnceOverAKill() throws Exception {
    TestingTopics topics =
        new TestingTopics(connection, "signatures", PARTITIONS, Optional.of(NEAR));
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

      assertSignaturesOfWhatIsKept(topics);
      assertThat(runner.failure()).isEmpty();
    }
  }
}
