package dev.sluice.topics;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeleteRecordsResult;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes records that are no longer needed. Warns if the broker refuses, because the log then
 * grows until ingest waits for space forever.
 *
 * <p>Failed requests are not retried, because the caller sends further requests with later offsets.
 * Repeating a request has no effect. Thread-safe; the caller closes the admin client.
 */
public final class RecordTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(RecordTrimmer.class);

  private final Admin admin;
  private final Map<String, TrimFailures> failures = new HashMap<>();

  /** Creates a trimmer that sends requests with this client. */
  public RecordTrimmer(Admin admin) {
    this.admin = admin;
  }

  /**
   * Requests that all records before these offsets are deleted, and returns at once.
   *
   * @return a future that completes when all records are deleted, or fails with the first failure,
   *     which is logged here
   */
  public KafkaFuture<Void> trim(Map<TopicPartition, Long> offsets) {
    Map<TopicPartition, RecordsToDelete> records = new HashMap<>();
    offsets.forEach(
        (partition, next) -> records.put(partition, RecordsToDelete.beforeOffset(next)));
    DeleteRecordsResult result = admin.deleteRecords(records);
    result
        .lowWatermarks()
        .forEach(
            (partition, answer) -> answer.whenComplete((deleted, error) -> note(partition, error)));
    return result.all();
  }

  private synchronized void note(TopicPartition partition, Throwable error) {
    String topic = partition.topic();
    TrimFailures all = failures.computeIfAbsent(topic, none -> new TrimFailures());
    if (error == null) {
      if (all.recover(partition.partition())) {
        LOG.atInfo().addKeyValue("topic", topic).log("the broker deletes records again");
      }
      return;
    }
    LOG.atDebug()
        .setCause(error)
        .addKeyValue("partition", partition)
        .log("cannot delete consumed records");
    if (all.isDue(partition.partition(), error, System.nanoTime())) {
      LOG.atWarn()
          .addKeyValue("topic", topic)
          .addKeyValue("error", error.getMessage())
          .addKeyValue("wayOut", wayOut(topic, error))
          .log("the broker does not delete records, so the topic grows and ingest will wait");
    }
  }

  /** Suggests how to fix a failure to delete records of a topic. */
  public static String wayOut(String topic, Throwable error) {
    return error instanceof TopicAuthorizationException
        ? "grant the user of kafka.properties the right to delete records: kafka-acls.sh --add"
            + " --allow-principal User:NAME --operation Delete --topic "
            + topic
        : "fix the error, then run sluice doctor to check";
  }

  /**
   * Decides which failures to delete records of a topic are worth a warning. Failures repeat every
   * second, so they are reported once and then at intervals. Failures that may resolve themselves
   * are reported after a minute.
   */
  static final class TrimFailures {
    static final Duration PATIENCE = Duration.ofMinutes(1);
    static final Duration INTERVAL = Duration.ofMinutes(10);

    private final Set<Integer> partitions = new HashSet<>();
    private OptionalLong firstNanos = OptionalLong.empty();
    private OptionalLong reportedNanos = OptionalLong.empty();

    /**
     * Returns whether it is time to report this failure.
     *
     * @param now nanoseconds from an arbitrary origin
     */
    boolean isDue(int partition, Throwable error, long now) {
      partitions.add(partition);
      if (firstNanos.isEmpty()) {
        firstNanos = OptionalLong.of(now);
      }
      boolean mayMend = error instanceof RetriableException;
      boolean due =
          reportedNanos.isPresent()
              ? now - reportedNanos.getAsLong() >= INTERVAL.toNanos()
              : !mayMend || now - firstNanos.getAsLong() >= PATIENCE.toNanos();
      if (due) {
        reportedNanos = OptionalLong.of(now);
      }
      return due;
    }

    /**
     * Notes that records of a partition can be deleted.
     *
     * @return whether failures were reported and no partition fails any more
     */
    boolean recover(int partition) {
      boolean over = partitions.remove(partition) && partitions.isEmpty();
      boolean reported = reportedNanos.isPresent();
      if (over) {
        firstNanos = OptionalLong.empty();
        reportedNanos = OptionalLong.empty();
      }
      return over && reported;
    }
  }
}
