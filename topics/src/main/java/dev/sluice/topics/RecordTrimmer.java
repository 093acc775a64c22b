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
 * Deletes records that are not needed any more, and warns where the broker does not let it: the log
 * would grow until ingest waits for room that never comes. What fails is to be asked for again with
 * the next offsets; asking twice does nothing. Thread-safe; the admin client stays the caller's.
 */
public final class RecordTrimmer {
  private static final Logger LOG = LoggerFactory.getLogger(RecordTrimmer.class);

  private final Admin admin;
  private final Map<String, TrimFailures> failures = new HashMap<>();

  /** One that asks with this client. */
  public RecordTrimmer(Admin admin) {
    this.admin = admin;
  }

  /**
   * Asks the broker to delete what is before these offsets; returns at once.
   *
   * @return completes when all of it is deleted, or with the first failure, which is logged here
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
      if (all.mend(partition.partition())) {
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

  /** What mends a failure to delete records of a topic, as far as the error tells. */
  public static String wayOut(String topic, Throwable error) {
    return error instanceof TopicAuthorizationException
        ? "give the user of kafka.properties the right: kafka-acls.sh --add --allow-principal"
            + " User:NAME --operation Delete --topic "
            + topic
        : "see the error; sluice doctor tries it again";
  }
}
