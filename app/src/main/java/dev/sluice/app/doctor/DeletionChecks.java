package dev.sluice.app.doctor;

import dev.sluice.topics.RecordTrimmer;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DeletedRecords;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/** Checks whether consumed records may be deleted: otherwise the topics grow without limit. */
final class DeletionChecks {
  private DeletionChecks() {}

  /**
   * Requests the deletion of nothing: everything before the first offset.
   *
   * @param partitions that topology, band workers and sinks trim
   */
  static void look(Admin admin, Collection<TopicPartition> partitions, Findings findings) {
    Map<TopicPartition, RecordsToDelete> nothing = new HashMap<>();
    partitions.forEach(partition -> nothing.put(partition, RecordsToDelete.beforeOffset(0)));
    SortedMap<String, Throwable> refused = new TreeMap<>();
    admin
        .deleteRecords(nothing)
        .lowWatermarks()
        .forEach((partition, answer) -> note(partition.topic(), answer, refused));
    refused.forEach(
        (topic, error) ->
            findings.fail(
                "deleting records",
                "%s: %s".formatted(topic, error.getMessage()),
                "records are deleted once they are taken: else the topics grow, and ingest waits"
                    + " for ever",
                RecordTrimmer.wayOut(topic, error)));
    if (refused.isEmpty()) {
      findings.ok("deleting records", "the broker allows it");
    }
  }

  private static void note(
      String topic, KafkaFuture<DeletedRecords> answer, Map<String, Throwable> refused) {
    try {
      answer.get();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    } catch (ExecutionException e) {
      refused.put(topic, e.getCause());
    }
  }
}
