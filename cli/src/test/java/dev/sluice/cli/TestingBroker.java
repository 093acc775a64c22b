package dev.sluice.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.TopicProvisioner.TopicMismatchException;
import dev.sluice.topics.record.DocumentEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A broker with data in the {@code broker} directory of a work directory, as a job has it. */
public final class TestingBroker implements AutoCloseable {
  /** The names of the default configuration's topics. */
  public static final TopicNames NAMES =
      new TopicNames("sluice", List.of("2.8", "3.0", "3.5", "4.0"));

  private static final int RECORD_BYTES = 17 << 20;
  private static final Duration POLL = Duration.ofMillis(20);

  private final EmbeddedBroker broker;

  private TestingBroker(EmbeddedBroker broker) {
    this.broker = broker;
  }

  /** Starts it. */
  public static TestingBroker start(Path workDirectory) {
    return new TestingBroker(
        EmbeddedBroker.start(
            EmbeddedBroker.Settings.in(workDirectory.resolve("broker")), fault -> {}));
  }

  /** What {@code --kafka} takes. */
  public String servers() {
    return broker.bootstrapServers();
  }

  /** How tests reach it. */
  public KafkaConnection connection() {
    return new KafkaConnection(broker.bootstrapServers(), Map.of());
  }

  /** Makes the topics as a run would. */
  public void provision(int partitions) throws TopicMismatchException {
    provision(partitions, false);
  }

  /** The same for a run with near-deduplication. */
  public void provision(int partitions, boolean nearDedup) throws TopicMismatchException {
    try (Admin admin = connection().admin()) {
      new TopicProvisioner(admin)
          .provision(new TopicPlan(NAMES, partitions, nearDedup, (short) 1, RECORD_BYTES));
    }
  }

  /** Makes topics, and waits until the broker lists them: the controller knows of them first. */
  public void create(NewTopic... topics) {
    List<String> names = Stream.of(topics).map(NewTopic::name).toList();
    try (Admin admin = connection().admin()) {
      AdminCalls.await(admin.createTopics(List.of(topics)).all());
      while (!AdminCalls.await(admin.listTopics().names()).containsAll(names)) {
        LockSupport.parkNanos(POLL.toNanos());
      }
    }
  }

  /** Sends records in one transaction, which is then committed or aborted. */
  public void send(boolean commit, List<ProducerRecord<byte[], byte[]>> records) {
    try (Producer<byte[], byte[]> producer = connection().producer("testing", Map.of())) {
      producer.initTransactions();
      producer.beginTransaction();
      records.forEach(producer::send);
      if (commit) {
        producer.commitTransaction();
      } else {
        producer.flush();
        producer.abortTransaction();
      }
    }
  }

  /** A document of partition 0. */
  public static ProducerRecord<byte[], byte[]> document(String topic, String id, byte[] text) {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, 0, id.getBytes(UTF_8), value(id, text));
    record.headers().add("dump", "CC-MAIN-2024-10".getBytes(UTF_8));
    return record;
  }

  /** The value of a document. */
  public static byte[] value(String id, byte[] text) {
    return new DocumentEncoder("data/CC-MAIN-2024-10#1", "data/CC-MAIN-2024-10/0.parquet")
        .encode(
            new DocumentEncoder.Head(7, "CC-MAIN-2024-10", OptionalDouble.of(3.25)),
            id.getBytes(UTF_8),
            text,
            0,
            text.length);
  }

  @Override
  public void close() {
    broker.close();
  }
}
