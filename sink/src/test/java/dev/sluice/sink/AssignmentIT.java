package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.embedded.testing.SharedBroker;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Opens a partition while its former owner still works on it. */
@Timeout(180)
@ExtendWith(SharedBroker.class)
class AssignmentIT {
  private static final Duration POLL = Duration.ofMillis(20);
  private static final SourceTexts NO_SOURCE =
      new SourceTexts(Optional.empty(), PinnedUnits.NONE, 0);

  private static EmbeddedBroker broker;

  @TempDir private Path directory;

  @BeforeAll
  static void start(EmbeddedBroker shared) {
    broker = shared;
  }

  private SinkSettings settings(TestingTopics topics) throws Exception {
    return topics.provision(TestingSink.in(directory.resolve("out")));
  }

  private static TestingTopics topics(String prefix) {
    return new TestingTopics(broker, prefix, List.of("2.8", "4.0"));
  }

  private static PartitionSink open(
      SinkSettings settings, Consumer<byte[], byte[]> consumer, TopicPartition partition)
      throws Exception {
    consumer.assign(List.of(partition));
    WriterSchemas schemas = WriterSchemas.shipped();
    return new Assignment(settings, new CutLogs(settings), consumer, schemas)
        .open(partition, NO_SOURCE);
  }

  /** As after a pause longer than the session: the former owner does not know yet. */
  @Test
  void shouldContinueWhileTheFormerOwnerStillCutsAndTrims() throws Exception {
    TestingTopics topics = topics("trims");
    SinkSettings settings = settings(topics);
    try (FormerOwner owner = new FormerOwner(topics, settings, true);
        Consumer<byte[], byte[]> consumer = new Interrupted(topics, owner)) {
      CutRecord last = open(settings, consumer, owner.partition).lastCut();

      assertThat(consumer.position(owner.partition)).isEqualTo(last.nextOffset());
      assertThat(last.number()).isBetween(1L, owner.lastCut().number() - 1);
    }
  }

  @Test
  void shouldMakeTheSameCutsAsTheFormerOwnerWhoDoesNotTrim() throws Exception {
    TestingTopics topics = topics("keeps");
    SinkSettings settings = settings(topics);
    try (FormerOwner owner = new FormerOwner(topics, settings, false);
        Consumer<byte[], byte[]> consumer = new Interrupted(topics, owner)) {
      PartitionSink sink = open(settings, consumer, owner.partition);
      assertThat(sink.lastCut().number()).isLessThan(owner.lastCut().number());

      while (consumer.position(owner.partition) < owner.lastCut().nextOffset()) {
        accept(sink, consumer.poll(POLL));
      }

      assertThat(sink.lastCut()).isEqualTo(owner.lastCut());
    }
  }

  private static void accept(PartitionSink sink, ConsumerRecords<byte[], byte[]> records)
      throws IOException {
    for (ConsumerRecord<byte[], byte[]> record : records) {
      TestingSink.accept(sink, record);
    }
  }

  /** Has a partition from its beginning, and never hears that it has it no longer. */
  private static final class FormerOwner implements AutoCloseable {
    private final TestingTopics topics;
    private final TopicPartition partition;
    private final Consumer<byte[], byte[]> consumer;
    private final PartitionSink sink;
    private final boolean trims;

    FormerOwner(TestingTopics topics, SinkSettings settings, boolean trims) throws Exception {
      this.topics = topics;
      this.partition = topics.curated().get(0);
      this.consumer = topics.connection().consumer(Map.of());
      this.sink = open(settings, consumer, partition);
      this.trims = trims;
    }

    CutRecord lastCut() {
      return sink.lastCut();
    }

    /** Gets one more record, and cuts after it. */
    void cut() {
      long cuts = lastCut().number();
      topics.send(new TestingRecords(partition).marker("data/CC-MAIN-2024-10#" + (cuts + 1)).all());
      while (lastCut().number() == cuts) {
        poll();
      }
      if (trims) {
        trim();
      }
    }

    private void poll() {
      try {
        accept(sink, consumer.poll(POLL));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private void trim() {
      try (Admin admin = topics.connection().admin()) {
        RecordsToDelete records = RecordsToDelete.beforeOffset(lastCut().nextOffset());
        AdminCalls.await(admin.deleteRecords(Map.of(partition, records)).all());
      }
    }

    @Override
    public void close() {
      consumer.close();
    }
  }

  /** Before and after each request, the former owner cuts. */
  private static final class Interrupted extends KafkaConsumer<byte[], byte[]> {
    private final FormerOwner owner;

    Interrupted(TestingTopics topics, FormerOwner owner) {
      super(
          topics
              .connection()
              .with(
                  Map.of(
                      ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed",
                      ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none")),
          new ByteArrayDeserializer(),
          new ByteArrayDeserializer());
      this.owner = owner;
    }

    @Override
    public Map<TopicPartition, Long> beginningOffsets(Collection<TopicPartition> partitions) {
      owner.cut();
      Map<TopicPartition, Long> offsets = super.beginningOffsets(partitions);
      owner.cut();
      return offsets;
    }

    @Override
    public Map<TopicPartition, Long> endOffsets(Collection<TopicPartition> partitions) {
      owner.cut();
      Map<TopicPartition, Long> offsets = super.endOffsets(partitions);
      owner.cut();
      return offsets;
    }
  }
}
