package dev.sluice.app.doctor;

import dev.sluice.topics.AdminCalls;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeProducersResult.PartitionProducerState;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.TopicPartition;

/** Checks for open and hanging transactions. */
final class TransactionChecks {
  private final Admin admin;
  private final String servers;
  private final List<TopicPartition> partitions;

  TransactionChecks(Admin admin, String servers, List<TopicPartition> partitions) {
    this.admin = admin;
    this.servers = servers;
    this.partitions = partitions;
  }

  void look(Findings findings) {
    List<OpenTransaction> open = open();
    if (open.isEmpty()) {
      findings.ok("transactions", "none is open");
    }
    for (OpenTransaction transaction : open) {
      findings.require(
          !transaction.hangs(),
          "transactions",
          transaction.text(),
          "transactions that somebody ends: readers of committed records wait at this one",
          abort(transaction));
    }
  }

  private String abort(OpenTransaction transaction) {
    int dash = transaction.partition().lastIndexOf('-');
    return "kafka-transactions.sh --bootstrap-server %s abort --topic %s --partition %s --start-offset %d"
        .formatted(
            servers,
            transaction.partition().substring(0, dash),
            transaction.partition().substring(dash + 1),
            transaction.startOffset());
  }

  private List<OpenTransaction> open() {
    Map<TopicPartition, List<ProducerState>> producers = new HashMap<>();
    Map<TopicPartition, PartitionProducerState> states =
        AdminCalls.await(admin.describeProducers(partitions).all());
    states.forEach(
        (partition, state) ->
            producers.put(
                partition,
                state.activeProducers().stream()
                    .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                    .toList()));
    Map<Long, String> ids = transactionalIds(producers);
    Map<String, TransactionDescription> described =
        ids.isEmpty() ? Map.of() : AdminCalls.await(admin.describeTransactions(ids.values()).all());
    List<OpenTransaction> open = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      for (ProducerState producer : producers.getOrDefault(partition, List.of())) {
        Optional<String> id = Optional.ofNullable(ids.get(producer.producerId()));
        open.add(describe(partition, producer, id, id.map(described::get)));
      }
    }
    return open;
  }

  private Map<Long, String> transactionalIds(Map<TopicPartition, List<ProducerState>> producers) {
    List<Long> wanted =
        producers.values().stream()
            .flatMap(List::stream)
            .map(ProducerState::producerId)
            .distinct()
            .toList();
    return wanted.isEmpty()
        ? Map.of()
        : AdminCalls.await(
                admin
                    .listTransactions(new ListTransactionsOptions().filterProducerIds(wanted))
                    .all())
            .stream()
            .collect(
                Collectors.toMap(
                    TransactionListing::producerId,
                    TransactionListing::transactionalId,
                    (one, other) -> one));
  }

  private static OpenTransaction describe(
      TopicPartition partition,
      ProducerState producer,
      Optional<String> id,
      Optional<TransactionDescription> description) {
    long begun =
        description
            .filter(known -> known.transactionStartTimeMs().isPresent())
            .map(known -> known.transactionStartTimeMs().getAsLong())
            .orElse(producer.lastTimestamp());
    return new OpenTransaction(
        partition.toString(),
        producer.currentTransactionStartOffset().getAsLong(),
        producer.producerId(),
        id,
        Duration.ofMillis(Math.max(0, System.currentTimeMillis() - begun)),
        description.map(known -> Duration.ofMillis(known.transactionTimeoutMs())));
  }

  /**
   * An open transaction in a partition: readers of committed records cannot pass it.
   *
   * @param partition topic and number
   * @param startOffset its first offset there
   * @param producerId of the producer that started it
   * @param transactionalId of that producer, if a coordinator knows it
   * @param age since it started, or since its producer last wrote to the partition
   * @param timeout after which the coordinator aborts it; empty if no coordinator knows it
   */
  record OpenTransaction(
      String partition,
      long startOffset,
      long producerId,
      Optional<String> transactionalId,
      Duration age,
      Optional<Duration> timeout) {
    /** The coordinator looks for timeouts at intervals, and writing markers takes time. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    /** Whether no coordinator will end it any more. */
    boolean hangs() {
      return age.compareTo(timeout.orElse(Duration.ZERO).plus(GRACE)) > 0;
    }

    /** Its producer, position and age. */
    String text() {
      return "%s in %s from offset %d, open for %d s%s"
          .formatted(
              transactionalId.orElse("producer " + producerId + ", which no coordinator knows,"),
              partition,
              startOffset,
              age.toSeconds(),
              timeout.map(t -> ", ended by the broker after " + t.toSeconds() + " s").orElse(""));
    }
  }
}
