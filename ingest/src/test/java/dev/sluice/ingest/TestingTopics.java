package dev.sluice.ingest;

import dev.sluice.core.Unit;
import dev.sluice.embedded.EmbeddedBroker;
import dev.sluice.ingest.source.TestingIngest;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicPlan;
import dev.sluice.topics.TopicProvisioner;
import dev.sluice.topics.TopicProvisioner.TopicMismatchException;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.UnitProgress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** The topics of one ingest on a real broker, and what a reader of committed records sees there. */
public final class TestingTopics {
  private static final Duration POLL = Duration.ofMillis(50);

  private final KafkaConnection connection;
  private final TestingIngest ingest;

  public TestingTopics(EmbeddedBroker broker, TestingIngest ingest) throws TopicMismatchException {
    this(broker, ingest, Map.of());
  }

  public TestingTopics(EmbeddedBroker broker, TestingIngest ingest, Map<String, String> properties)
      throws TopicMismatchException {
    this.connection = new KafkaConnection(broker.bootstrapServers(), properties);
    this.ingest = ingest;
    try (Admin admin = connection.admin()) {
      new TopicProvisioner(admin)
          .provision(
              new TopicPlan(
                  ingest.settings().topics(), TestingIngest.PARTITIONS, (short) 1, 4 << 20));
    }
  }

  public KafkaConnection connection() {
    return connection;
  }

  UnitIngest unitIngest(BackPressure backPressure) {
    return new UnitIngest(
        connection, log(), ingest.settings(), new IngestGauge(), backPressure, "test");
  }

  /** The stage as a whole. */
  public Ingest stage() {
    return new Ingest(connection, log(), ingest.settings());
  }

  /** The unit's progress. Waits for open transactions: what was just committed may still be one. */
  UnitProgress progress() {
    return log().readToEnd().progress(TestingIngest.UNIT.id()).orElseThrow();
  }

  public ProgressLog log() {
    return new ProgressLog(connection, ingest.settings().topics().progress());
  }

  /** Committed records of each partition in order. Waits for open transactions. */
  public List<List<ConsumerRecord<byte[], byte[]>>> documents() {
    List<TopicPartition> partitions =
        IntStream.range(0, TestingIngest.PARTITIONS)
            .mapToObj(i -> new TopicPartition(ingest.settings().topics().documents(), i))
            .toList();
    Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> records = new HashMap<>();
    partitions.forEach(partition -> records.put(partition, new ArrayList<>()));
    Map<TopicPartition, Long> ends = ends(partitions);
    try (Consumer<byte[], byte[]> consumer = connection.consumer(Map.of("fetch.max.wait.ms", 10))) {
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
        ConsumerRecords<byte[], byte[]> polled = consumer.poll(Duration.ofMillis(200));
        polled.partitions().forEach(each -> records.get(each).addAll(polled.records(each)));
      }
    }
    return partitions.stream().map(records::get).toList();
  }

  private Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
    try (Admin admin = connection.admin()) {
      return PartitionLogs.ends(admin, partitions);
    }
  }

  boolean hasOpenTransaction() {
    return hasOpenTransaction(TestingIngest.UNIT);
  }

  /** Whether the unit's producer has a transaction that is neither committed nor aborted. */
  boolean hasOpenTransaction(Unit unit) {
    return state(unit).equals(Optional.of(TransactionState.ONGOING));
  }

  private Optional<TransactionState> state(Unit unit) {
    try (Admin admin = connection.admin()) {
      return state(admin, unit);
    }
  }

  private Optional<TransactionState> state(Admin admin, Unit unit) {
    String id = ingest.settings().topics().ingestTransaction(unit.id());
    return AdminCalls.await(admin.listTransactions().all()).stream()
        .filter(listing -> listing.transactionalId().equals(id))
        .map(TransactionListing::state)
        .findFirst();
  }

  /** Until the broker has aborted the last transaction of the unit's producer. */
  void awaitAbort() {
    try (Admin admin = connection.admin()) {
      while (!state(admin, TestingIngest.UNIT)
          .equals(Optional.of(TransactionState.COMPLETE_ABORT))) {
        LockSupport.parkNanos(POLL.toNanos());
      }
    }
  }
}
