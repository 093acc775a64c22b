package dev.sluice.ingest.reset;

import dev.sluice.core.ForgottenUnit;
import dev.sluice.ingest.reset.ResetPlan.ResetRefusedException;
import dev.sluice.ingest.reset.ResetPlan.ResetRefusedException.Reason;
import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.ProgressLog;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import dev.sluice.topics.progress.Reset;
import dev.sluice.topics.record.Forget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiPredicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Publishes forget records. They come after all documents of the forgotten units, and before all
 * documents that will be read from these files again. No ingest may be reading at the same time. A
 * reset takes these steps in order:
 *
 * <ol>
 *   <li>announce the reset in the progress topic: from then on, every ingest that starts or
 *       continues a unit stops;
 *   <li>fence the transactional id of each unit that has not ended, which aborts open transactions;
 *   <li>in one transaction, write the forget record to every partition, delete the units' progress,
 *       and record that the reset was sent.
 * </ol>
 *
 * If it is killed at any point, the next reset with the same request continues under the same id.
 */
public final class DumpReset {
  /** The size of key, headers, batch and a registry's frame in bytes, rounded up generously. */
  private static final int RECORD_OVERHEAD_BYTES = 4 << 10;

  private final KafkaConnection connection;
  private final TopicNames names;
  private final int partitions;
  private final int maxRecordBytes;
  private final boolean byDump;
  private final boolean alone;
  private final BiPredicate<String, String> merged;
  private final ProgressLog log;

  /**
   * Creates a reset for existing topics.
   *
   * @param partitions number of partitions of the documents
   * @param maxRecordBytes largest record that the topics take
   * @param byDump whether each dump has separate shards
   * @param alone whether no other process can use the broker. Open transactions then belong to
   *     killed processes
   * @param merged decides whether two units have rows in one shard because shards were merged; no
   *     shards are merged during the reset
   */
  public DumpReset(
      KafkaConnection connection,
      TopicNames names,
      int partitions,
      int maxRecordBytes,
      boolean byDump,
      boolean alone,
      BiPredicate<String, String> merged) {
    this.merged = merged;
    this.connection = connection;
    this.names = names;
    this.partitions = partitions;
    this.maxRecordBytes = maxRecordBytes;
    this.byDump = byDump;
    this.alone = alone;
    this.log = new ProgressLog(connection, names.progress());
  }

  /**
   * Plans a reset without changing anything.
   *
   * @throws ResetRefusedException if the reset is not possible now
   */
  public ResetPlan plan(ResetRequest request) throws ResetRefusedException {
    if (!alone) {
      requireNobodyReading(connection, names);
    }
    return planned(request);
  }

  private ResetPlan planned(ResetRequest request) throws ResetRefusedException {
    ProgressState known = log.readToEnd();
    ResetPlan plan = ResetPlan.of(known, request, byDump, merged);
    requireFits(plan, known);
    return plan;
  }

  /** Returns the last reset of the same request, if any. */
  public Optional<Reset> last(ResetRequest request) {
    return log.readToEnd().reset(request.label());
  }

  /** Returns the ids of the units with rows that are not forgotten, in order. */
  public List<String> unitsWithRows() {
    ProgressState known = log.readToEnd();
    return known.units().stream()
        .map(UnitFiles::unit)
        .filter(unit -> known.progress(unit).filter(read -> !read.counters().isEmpty()).isPresent())
        .toList();
  }

  /**
   * Publishes the forget record to all partitions.
   *
   * @return the id of the reset
   * @throws ResetRefusedException if the reset is not possible now; then nothing is forgotten
   */
  public String send(ResetRequest request) throws ResetRefusedException {
    plan(request);
    try (Producer<byte[], byte[]> producer =
        connection.producer(
            names.resetTransaction(),
            Map.of(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, maxRecordBytes))) {
      producer.initTransactions();
      Optional<Reset> before = last(request);
      String id =
          before
              .filter(reset -> !reset.sent())
              .map(Reset::id)
              .orElseGet(() -> UUID.randomUUID().toString());
      try {
        SortedMap<String, Integer> generations =
            before.map(Reset::generations).orElseGet(TreeMap::new);
        commit(producer, List.of(log.record(Reset.started(request.label(), id, generations))));
        takeOver(log.readToEnd());
        ResetPlan plan = planned(request);
        commit(producer, records(plan, log.readToEnd(), id));
      } catch (ResetRefusedException e) {
        commit(
            producer,
            List.of(before.map(log::record).orElse(log.tombstoneOfReset(request.label()))));
        throw e;
      }
      return id;
    }
  }

  private List<ProducerRecord<byte[], byte[]>> records(
      ResetPlan plan, ProgressState known, String id) {
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    Forget forget = forget(plan, known, id);
    for (int partition = 0; partition < partitions; partition++) {
      byte[] value = forget.forPartition(partition).encode();
      records.add(new ProducerRecord<>(names.documents(), partition, new byte[0], value));
    }
    for (ForgottenUnit unit : plan.units()) {
      records.addAll(log.tombstones(known, unit.unit()));
    }
    records.add(log.record(new Reset(plan.asked(), id, true, plan.generations(), plan.ids())));
    return records;
  }

  private static Forget forget(ResetPlan plan, ProgressState known, String id) {
    return new Forget(plan.asked(), id, 0, plan.units(), plan.halfRead(known));
  }

  /**
   * Checks that the forget record fits. It contains the file lists of unfinished units. Each list
   * alone fits into a record, as it does in the progress topic, but all lists together may not.
   */
  private void requireFits(ResetPlan plan, ProgressState known) throws ResetRefusedException {
    Forget forget = forget(plan, known, UUID.randomUUID().toString());
    int bytes = forget.encode().length + RECORD_OVERHEAD_BYTES;
    if (bytes > maxRecordBytes) {
      throw new ResetRefusedException(
          Reason.TOO_LARGE,
          "%s: the file lists of its unfinished units (%s) need a record of %,d bytes, but records can have at most %,d bytes (input.max-document-size): finish reading these units first"
              .formatted(plan.asked(), String.join(", ", plan.begun()), bytes, maxRecordBytes));
    }
  }

  private static void commit(
      Producer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
    producer.beginTransaction();
    records.forEach(producer::send);
    producer.commitTransaction();
  }

  /** Aborts the transactions of suspended ingests, which learn the reason when they continue. */
  private void takeOver(ProgressState known) {
    for (UnitFiles unit : known.units()) {
      if (!known.hasEnded(unit.unit())) {
        try (Producer<byte[], byte[]> producer =
            connection.producer(names.ingestTransaction(unit.unit()), Map.of())) {
          producer.initTransactions();
        }
      }
    }
  }

  /**
   * Checks that no ingest has an open transaction.
   *
   * @throws ResetRefusedException if units are being read, naming them
   */
  public static void requireNobodyReading(KafkaConnection connection, TopicNames names)
      throws ResetRefusedException {
    try (Admin admin = connection.admin()) {
      ListTransactionsOptions open =
          new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING));
      Collection<TransactionListing> listed = AdminCalls.await(admin.listTransactions(open).all());
      TreeSet<String> units = new TreeSet<>();
      for (TransactionListing transaction : listed) {
        if (transaction.transactionalId().startsWith(names.ingestTransactions())) {
          units.add(transaction.transactionalId().substring(names.ingestTransactions().length()));
        }
      }
      if (!units.isEmpty()) {
        throw new ResetRefusedException(
            Reason.INGEST_RUNNING,
            "ingest is reading %s: stop ingest, then run this command again (if ingest was killed, its transaction ends within %d s)"
                .formatted(String.join(", ", units), connection.transactionTimeout().toSeconds()));
      }
    }
  }
}
