package dev.sluice.sink;

import static dev.sluice.sink.TestingSink.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.takedown.TakedownList;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.record.WriterSchemas;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Take-downs beside a sink that is at work. */
@ExtendWith(SharedBroker.class)
class FencedSinkIT {
  private static final String UNIT = "data/CC-MAIN-2024-10#1";
  private static final int DOCUMENTS = 200;

  private static EmbeddedBroker broker;

  @TempDir private Path root;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
  }

  private static TakedownList ids(int from, int step) {
    TakedownList.Builder list = new TakedownList.Builder();
    for (int number = from; number < DOCUMENTS; number += step) {
      list.id(utf8("id-%06d".formatted(number)));
    }
    return list.build();
  }

  private static void takeDown(SinkSettings settings, TakedownList entries) throws Exception {
    Takedown takedown = new Takedown(settings, new CutLogs(settings), () -> {});
    takedown.begin();
    takedown.finish(takedown.declare(entries, "", "url"), (done, of) -> {});
  }

  private static List<ConsumerRecord<byte[], byte[]>> documents(TestingTopics topics) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    for (TopicPartition partition : topics.curated()) {
      TestingRecords records = new TestingRecords(partition).inUnit(UNIT);
      Random random = new Random(3);
      for (int i = 0; i < DOCUMENTS; i++) {
        String dump = "CC-MAIN-2024-" + (10 + random.nextInt(3));
        records.document(dump, TestingRecords.text(random, random.nextInt(6000)));
      }
      all.addAll(records.all());
    }
    return all;
  }

  private static List<ConsumerRecord<byte[], byte[]>> markers(
      TestingTopics topics, List<ConsumerRecord<byte[], byte[]>> documents) {
    List<ConsumerRecord<byte[], byte[]>> all = new ArrayList<>();
    for (TopicPartition partition : topics.curated()) {
      all.addAll(
          new TestingRecords(partition).marker(UNIT, topics.curated().size(), documents).all());
    }
    return all;
  }

  /** What sinks make of the values that know the entries from the beginning. */
  private TestingSink reference(
      TestingTopics topics, List<ConsumerRecord<byte[], byte[]>> values, TakedownList entries)
      throws Exception {
    TestingSink reference = TestingSink.in(root.resolve("reference"));
    SinkSettings settings = topics.provision(reference);
    takeDown(settings, entries);
    CutLogs logs = new CutLogs(settings);
    for (TopicPartition partition : topics.curated()) {
      CutLog log = logs.of(partition);
      PartitionSink sink =
          new PartitionSink(
              settings,
              partition,
              log,
              log.read(),
              new SourceTexts(Optional.empty(), PinnedUnits.NONE, 0),
              WriterSchemas.shipped(),
              logs.blocklists().named(settings, 0));
      for (ConsumerRecord<byte[], byte[]> record : values) {
        if (record.topic().equals(partition.topic())
            && record.partition() == partition.partition()) {
          TestingSink.accept(sink, record);
        }
      }
    }
    new Sealer(settings, logs, List::of).sealAll();
    return reference;
  }

  /** The sink looks for take-downs all the time, or only hears of them from fences. */
  @ParameterizedTest
  @ValueSource(longs = {0, 86_400})
  void shouldLetASinkGoOn(long turnSeconds) throws Exception {
    TestingTopics topics =
        new TestingTopics(broker, "fenced-" + turnSeconds, List.of("2.8", "4.0"));
    TestingSink out = TestingSink.in(root.resolve("out"));
    SinkSettings settings = topics.provision(out);
    SinkSettings own = topics.provision(out.withInstance("compact"));
    List<ConsumerRecord<byte[], byte[]>> documents = documents(topics);
    List<ConsumerRecord<byte[], byte[]>> markers = markers(topics, documents);
    TakedownList entries = TakedownList.union(List.of(ids(0, 9), ids(5, 13)));
    topics.send(documents);

    try (ShardSink sink =
        ShardSink.start(
            topics.connection(),
            topics.progress(),
            settings,
            new CutLogs(settings),
            Duration.ofSeconds(turnSeconds))) {
      TestingTopics.await(
          "rows", () -> ShardSinkIT.alive(sink) && sink.gauge().documents() >= documents.size());
      takeDown(own, ids(0, 9));
      takeDown(own, ids(5, 13));
      topics.send(markers);
      TestingTopics.await(
          "end", () -> ShardSinkIT.alive(sink) && ShardSinkIT.isComplete(settings, UNIT));
      sink.seal();
    }

    List<ConsumerRecord<byte[], byte[]>> values = new ArrayList<>(documents);
    values.addAll(markers);
    TestingSink reference = reference(topics, values, entries);
    assertThat(out.contents("en")).isEqualTo(reference.contents("en")).isNotEmpty();
    assertThat(out.contents("_sluice/dumps")).isEqualTo(reference.contents("_sluice/dumps"));
    assertThat(out.contents("_sluice/tmp")).isEmpty();
  }
}
