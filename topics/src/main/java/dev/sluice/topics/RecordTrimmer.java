package dev.sluice.topics;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeleteRecordsResult;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes records that are no longer needed. Warns if the broker refuses, because the log then
 * grows until ingest waits for space that never comes.
 *
 * <p>Nothing is retried: the caller repeats a request with later offsets. Repeating a request has
 * no effect. Thread-safe; the caller closes the admin client.
 */
public final class RecordTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(RecordTrimmer.class);

  private final Admin admin;
  private final Map<String, TrimFailures> failures = new HashMap<>();

  /** A trimmer that sends requests with this client. */
  public RecordTrimmer(Admin admin) {
    this.admin = admin;
  }

  /**
   * Requests deletion of all records before these offsets, and returns at once.
   *
   * @return completes when all are deleted, or with the first failure, which is logged here
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
        LOG.atInfo().addKeyValue("topic", topic).log("records are deleted again");
      }
      return;
    }
    LOG.atDebug().setCause(error).addKeyValue("partition", partition).log("not trimmed");
    if (all.isDue(partition.partition(), error, System.nanoTime())) {
      LOG.atWarn()
          .addKeyValue("topic", topic)
          .addKeyValue("error", error.getMessage())
          .addKeyValue("wayOut", wayOut(topic, error))
          .log("the broker does not delete records: the topic grows, and ingest will wait");
    }
  }

  /** Suggests how to fix a failure to delete records of a topic. */
  public static String wayOut(String topic, Throwable error) {
    return error instanceof TopicAuthorizationException
        ? "give the user of kafka.properties the right: kafka-acls.sh --add --allow-principal"
            + " User:NAME --operation Delete --topic "
            + topic
        : "see the error; sluice doctor tries it again";
  }
}
