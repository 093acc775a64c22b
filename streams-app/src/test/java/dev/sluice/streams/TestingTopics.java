package dev.sluice.streams;

import dev.sluice.core.Counters;
import dev.sluice.core.CurationRules;
import dev.sluice.core.DedupScope;
import dev.sluice.operators.neardup.NearDedup;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.TopicProvisioner.TopicMismatchException;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.MalformedRecordException;
import dev.sluice.topics.record.Watermark;
import dev.sluice.topics.record.WireFormat;
import dev.sluice.topics.record.WriterSchemas;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The topics of one output on a real broker: sent to as ingest would, read as the sink would. */
final class TestingTopics {
  private static final CurationRules RULES = TestingCuration.rules(DedupScope.BUCKET);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int RECORD_BYTES = 1 << 20;

  private final KafkaConnection connection;
  private final TopicNames names;
  private final int partitions;
  private final Optional<NearDedup> nearDedup;
  private final String topicId;

  public TestingTopics(KafkaConnection connection, String prefix, int partitions)
      throws TopicMismatchException {
    this(connection, prefix, partitions, Optional.empty());
  }

  /** The same with near-deduplication, if any. */
  TestingTopics(
      KafkaConnection connection, String prefix, int partitions, Optional<NearDedup> nearDedup)
      throws TopicMismatchException {
    this.connection = connection;
    this.partitions = partitions;
    this.nearDedup = nearDedup;
    this.names =
        new TopicNames(
            prefix, RULES.buckets().all().stream().map(bucket -> bucket.name()).toList());
    try (Admin admin = connection.admin()) {
      TopicPlan plan =
          new TopicPlan(names, partitions, nearDedup.isPresent(), (short) 1, RECORD_BYTES);
      topicId = new TopicProvisioner(admin).provision(plan).get(names.documents());
    }
  }

  TopicNames names() {
    return names;
  }

  int partitions() {
    return partitions;
  }

  /** Whether two instances of the topology have partitions of the documents. */
  boolean areShared() {
    String group = names.applicationId();
    try (Admin admin = connection.admin()) {
      return AdminCalls.await(admin.describeConsumerGroups(List.of(group)).all())
              .get(group)
              .members()
              .stream()
              .filter(member -> !member.assignment().topicPartitions().isEmpty())
              .count()
          == 2;
    }
  }

  CurationSettings settings() {
    return settings(topicId);
  }

  CurationSettings settings(String otherTopicId) {
    return new CurationSettings(
        names,
        RULES,
        TestingOperators.NONE,
        nearDedup,
        otherTopicId,
        WriterSchemas.shipped(),
        WireFormat.singleObject(),
        1 << 20);
  }

  /** Sends documents and then the markers of their unit, in one transaction. */
  void sendUnit(String unit, List<TestingDocument> documents) {
    try (Producer<byte[], byte[]> producer =
        connection.producer(names.prefix() + ".ingest." + unit, Map.of())) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, unit, documents);
      for (int partition = 0; partition < partitions; partition++) {
        byte[] marker = TestingCuration.marker(unit, partition).encode();
        producer.send(new ProducerRecord<>(names.documents(), partition, new byte[0], marker));
      }
      producer.commitTransaction();
    }
  }

  private void send(
      Producer<byte[], byte[]> producer, String unit, List<TestingDocument> documents) {
    for (TestingDocument document : documents) {
      producer.send(
          new ProducerRecord<>(
              names.documents(),
              Partitions.of(document.id(), partitions),
              document.id(),
              document.inUnit(unit).value(),
              headers(document)));
    }
  }

  private Headers headers(TestingDocument document) {
    return nearDedup
        .map(near -> TestingSignatures.headers(near, List.of(document)))
        .orElseGet(RecordHeaders::new);
  }

  /** Sends documents and then their watermark, if any, to each partition, in one transaction. */
  void sendPart(String unit, List<TestingDocument> documents, Optional<Watermark> reached) {
    try (Producer<byte[], byte[]> producer =
        connection.producer(names.prefix() + ".ingest." + unit, Map.of())) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, unit, documents);
      for (int partition = 0; reached.isPresent() && partition < partitions; partition++) {
        byte[] value = reached.get().forPartition(partition).encode();
        producer.send(new ProducerRecord<>(names.documents(), partition, new byte[0], value));
      }
      producer.commitTransaction();
    }
  }

  /** What the markers of this number of units say, over all partitions and buckets. */
  Counters marked(int units) throws MalformedRecordException {
    Counters sum = new Counters();
    for (String bucket : names.buckets()) {
      for (ConsumerRecord<byte[], byte[]> record : readCurated(bucket, units)) {
        if (EndOfUnit.matches(record.value())) {
          sum.merge(EndOfUnit.parse(record.value()).curated());
        }
      }
    }
    return sum;
  }

  /** Waits until a gauge shows these counters: a marker is visible just before its commit is. */
  static void awaitShown(Counters expected, StreamsRunner runner) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!runner.gauge().counters().equals(expected)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(
            "%s are shown, %s expected".formatted(runner.gauge().counters(), expected));
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  /** All committed records of signatures, read until this number of units has ended everywhere. */
  List<ConsumerRecord<byte[], byte[]>> readSignatures(int units) throws MalformedRecordException {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    TopicPartition partition = new TopicPartition(names.signatures(), 0);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      for (int missing = units * partitions; missing > 0; ) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError(missing + " watermarks of ends are missing");
        }
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          records.add(record);
          boolean ends =
              Watermark.matches(record.value()) && Watermark.parse(record.value()).ended();
          missing -= ends ? 1 : 0;
        }
      }
    }
    return records;
  }

  /** All committed records of a bucket, read until this number of units has ended everywhere. */
  List<ConsumerRecord<byte[], byte[]>> readCurated(String bucket, int units) {
    return readCurated(bucket, units, () -> {});
  }

  /** The same, with a check that is made again and again while it waits. */
  List<ConsumerRecord<byte[], byte[]>> readCurated(String bucket, int units, Runnable check) {
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    List<TopicPartition> all =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(names.curated(bucket), partition))
            .toList();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of())) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      for (int missing = units * partitions; missing > 0; ) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError(missing + " markers are missing in " + bucket);
        }
        check.run();
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          records.add(record);
          missing -= EndOfUnit.matches(record.value()) ? 1 : 0;
        }
      }
    }
    return records;
  }
}
