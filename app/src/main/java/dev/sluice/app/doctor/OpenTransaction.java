package dev.sluice.app.doctor;

import dev.sluice.topics.AdminCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;

/**
 * A transaction that is open in a partition.
 *
 * @param startOffset offset of the transaction's first record
 * @param transactionalId transactional id of the producer; empty if no coordinator knows the
 *     transaction
 * @param age time since the start of the transaction, or since its last record if no coordinator
 *     knows the transaction
 * @param timeout timeout after which the broker ends the transaction
 */
record OpenTransaction(
    TopicPartition partition,
    long startOffset,
    long producerId,
    Optional<String> transactionalId,
    Duration age,
    Optional<Duration> timeout) {
  /**
   * The time after its timeout before a transaction counts as hanging. The broker looks for expired
   * transactions at intervals.
   */
  private static final Duration GRACE = Duration.ofSeconds(60);

  /** Returns all open transactions of these partitions. */
  static List<OpenTransaction> in(Admin admin, List<TopicPartition> partitions) {
    Map<TopicPartition, PartitionProducerState> states =
        AdminCalls.await(admin.describeProducers(partitions).all());
    List<OpenTransaction> open = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      for (ProducerState producer : states.get(partition).activeProducers()) {
        if (producer.currentTransactionStartOffset().isPresent()) {
          open.add(of(admin, partition, producer));
        }
      }
    }
    return open;
  }

  private static OpenTransaction of(Admin admin, TopicPartition partition, ProducerState producer) {
    List<Long> id = List.of(producer.producerId());
    Optional<String> transactionalId =
        AdminCalls.await(
                admin.listTransactions(new ListTransactionsOptions().filterProducerIds(id)).all())
            .stream()
            .map(TransactionListing::transactionalId)
            .findFirst();
    Optional<TransactionDescription> known =
        transactionalId.map(
            name -> AdminCalls.await(admin.describeTransactions(List.of(name)).all()).get(name));
    long begun =
        known
            .map(TransactionDescription::transactionStartTimeMs)
            .orElse(OptionalLong.empty())
            .orElse(producer.lastTimestamp());
    return new OpenTransaction(
        partition,
        producer.currentTransactionStartOffset().getAsLong(),
        producer.producerId(),
        transactionalId,
        Duration.ofMillis(Math.max(0, System.currentTimeMillis() - begun)),
        known.map(transaction -> Duration.ofMillis(transaction.transactionTimeoutMs())));
  }

  /**
   * Returns whether the transaction hangs, that is, whether its timeout has passed or no
   * coordinator knows it.
   */
  boolean hangs() {
    return age.compareTo(timeout.orElse(Duration.ZERO).plus(GRACE)) > 0;
  }

  String text() {
    return "%s in %s, starting at offset %d, open for %d s%s"
        .formatted(
            transactionalId.orElse("producer " + producerId + " (unknown to every coordinator)"),
            partition,
            startOffset,
            age.toSeconds(),
            timeout
                .map(t -> "; the broker should end it after " + t.toSeconds() + " s")
                .orElse(""));
  }
}
