package dev.sluice.streams;

import dev.sluice.streams.gauge.TopologyGauge;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The clients of a topology that stands still at a step of its transactions, each time until the
 * broker has aborted the one that is open.
 */
final class StandingStill extends TopologyClients {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(50);

  private final KafkaConnection connection;
  private final Step step;
  private final AtomicInteger planned = new AtomicInteger();
  private final AtomicInteger times = new AtomicInteger();

  /** Where a transaction is when it stands still. */
  enum Step {
    /** Some of its records are sent. */
    RECORDS,
    /** All records are sent, offsets are not. */
    OFFSETS,
    /** All is sent. */
    COMMIT
  }

  StandingStill(KafkaConnection connection, Step step) {
    super(new TopologyGauge());
    this.connection = connection;
    this.step = step;
  }

  /** From now on it stands still in that many transactions, one after the other. */
  void plan(int transactions) {
    planned.set(transactions);
  }

  /** How often it was suspended. */
  int times() {
    return times.get();
  }

  @Override
  public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
    return new Sleeper(config);
  }

  private void reach(Step reached, String transaction) {
    if (reached == step && planned.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      awaitAbort(transaction);
      times.incrementAndGet();
    }
  }

  private void awaitAbort(String transaction) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try (Admin admin = connection.admin()) {
      while (state(admin, transaction) != TransactionState.COMPLETE_ABORT) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("not aborted: " + transaction);
        }
        LockSupport.parkNanos(POLL.toNanos());
      }
    }
  }

  private static TransactionState state(Admin admin, String transaction) {
    return AdminCalls.await(admin.describeTransactions(List.of(transaction)).all())
        .get(transaction)
        .state();
  }

  private final class Sleeper extends TopologyClients.TopologyProducer {
    private static final int SOME = 5;

    private final String transaction;
    private int records;

    Sleeper(Map<String, Object> config) {
      super(config, aborted(config), gauge());
      this.transaction = config.get(ProducerConfig.TRANSACTIONAL_ID_CONFIG).toString();
    }

    @Override
    public void beginTransaction() {
      super.beginTransaction();
      records = 0;
    }

    @Override
    public Future<RecordMetadata> send(ProducerRecord<byte[], byte[]> record, Callback callback) {
      if (++records == SOME) {
        reach(Step.RECORDS);
      }
      return super.send(record, callback);
    }

    @Override
    public void sendOffsetsToTransaction(
        Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
      reach(Step.OFFSETS);
      super.sendOffsetsToTransaction(offsets, group);
    }

    @Override
    public void commitTransaction() {
      reach(Step.COMMIT);
      super.commitTransaction();
    }

    /** Not in one of offsets alone, of which the broker knows nothing before they are sent. */
    private void reach(Step reached) {
      if (records > 0) {
        StandingStill.this.reach(reached, transaction);
      }
    }
  }
}
