package dev.sluice.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.TopicProvisioner.TopicMismatchException;
import dev.sluice.topics.progress.ProgressLog;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupResult;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownMemberIdException;

/** The topics of one test on a real broker, and how they are filled. */
final class TestingTopics {
  static final int PARTITIONS = 2;

  /** Members hear of a rebalance by the answer to a heartbeat. */
  private static final Map<String, String> SOON_REBALANCED = Map.of("heartbeat.interval.ms", "200");

  private static final long PATIENCE_SECONDS = 120;

  private final EmbeddedBroker broker;
  private final KafkaConnection connection;
  private final TopicNames names;

  public TestingTopics(EmbeddedBroker broker, String prefix, List<String> buckets) {
    this(broker, prefix, buckets, SOON_REBALANCED);
  }

  private TestingTopics(
      EmbeddedBroker broker, String prefix, List<String> buckets, Map<String, String> properties) {
    this.broker = broker;
    this.connection = new KafkaConnection(broker.bootstrapServers(), properties);
    this.names = new TopicNames(prefix, buckets);
  }

  /** With another property of clients. */
  TestingTopics with(String property, String value) {
    Map<String, String> properties = new HashMap<>(connection.properties());
    properties.put(property, value);
    return new TestingTopics(broker, names.prefix(), names.buckets(), properties);
  }

  /** A condition that becomes true by the work of other threads. */
  @FunctionalInterface
  interface Condition {
    boolean holds() throws Exception;
  }

  static void await(String what, Condition condition) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.holds()) {
      assertThat(System.nanoTime()).as("time until %s", what).isLessThan(deadline);
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  public KafkaConnection connection() {
    return connection;
  }

  ProgressLog progress() {
    return new ProgressLog(connection, names.progress());
  }

  TopicNames names() {
    return names;
  }

  List<TopicPartition> curated() {
    return names.curated().stream()
        .flatMap(
            topic -> List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1)).stream())
        .toList();
  }

  /** Creates the topics where they are missing; the settings of a sink of them. */
  SinkSettings provision(TestingSink sink) throws TopicMismatchException {
    try (Admin admin = connection.admin()) {
      Map<String, String> ids =
          new TopicProvisioner(admin)
              .provision(new TopicPlan(names, PARTITIONS, (short) 1, 2 << 20));
      return sink.settings(names, broker.clusterId(), ids);
    }
  }

  /**
   * As the end of the sessions of a sink's workers, who do not leave their group when they stop.
   */
  void removeMembers(SinkSettings settings) {
    List<MemberToRemove> workers =
        IntStream.range(0, settings.workers().threads())
            .mapToObj(i -> new MemberToRemove(settings.output().instanceId() + "-" + i))
            .toList();
    try (Admin admin = connection.admin()) {
      RemoveMembersFromConsumerGroupResult removed =
          admin.removeMembersFromConsumerGroup(
              names.sinkGroup(), new RemoveMembersFromConsumerGroupOptions(workers));
      workers.forEach(worker -> awaitGone(removed, worker));
    }
  }

  private static void awaitGone(
      RemoveMembersFromConsumerGroupResult removed, MemberToRemove worker) {
    try {
      AdminCalls.await(removed.memberResult(worker));
    } catch (UnknownMemberIdException e) {
      return; // its session has ended by itself
    }
  }

  /** Sends the values of these records to the partitions they name, in one transaction. */
  void send(List<ConsumerRecord<byte[], byte[]>> records) {
    try (Producer<byte[], byte[]> producer =
        connection.producer(names.prefix() + ".test", Map.of())) {
      producer.initTransactions();
      producer.beginTransaction();
      for (ConsumerRecord<byte[], byte[]> record : records) {
        producer.send(
            new ProducerRecord<>(record.topic(), record.partition(), record.key(), record.value()));
      }
      producer.commitTransaction();
    }
  }

  long offset(TopicPartition partition, OffsetSpec spec) {
    try (Admin admin = connection.admin()) {
      return AdminCalls.await(admin.listOffsets(Map.of(partition, spec)).partitionResult(partition))
          .offset();
    }
  }
}
