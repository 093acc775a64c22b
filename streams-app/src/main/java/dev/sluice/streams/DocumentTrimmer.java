package dev.sluice.streams;

import dev.sluice.topics.AdminCalls;
import dev.sluice.topics.KafkaConnection;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.RecordTrimmer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes documents before the committed offsets of the topology. The topic then stays within its
 * disk budget. Runs every second in every instance and for all partitions; repeated deletions have
 * no effect. A failed deletion is retried at the next run.
 */
final class DocumentTrimmer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DocumentTrimmer.class);
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  private final Admin admin;
  private final RecordTrimmer trimmer;
  private final String group;
  private final Map<TopicPartition, Long> trimmed = new HashMap<>();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "document-trimmer");
            thread.setDaemon(true);
            return thread;
          });

  private DocumentTrimmer(KafkaConnection connection, String group) {
    this.admin = connection.admin();
    this.trimmer = new RecordTrimmer(admin);
    this.group = group;
  }

  static DocumentTrimmer start(KafkaConnection connection, String group) {
    DocumentTrimmer trimmer = new DocumentTrimmer(connection, group);
    trimmer.clock.scheduleWithFixedDelay(
        trimmer::trim, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    return trimmer;
  }

  private void trim() {
    try {
      Map<TopicPartition, Long> processed = new HashMap<>();
      PartitionLogs.committed(admin, group)
          .forEach(
              (partition, offset) -> {
                if (offset > trimmed.getOrDefault(partition, 0L)) {
                  processed.put(partition, offset);
                }
              });
      if (!processed.isEmpty()) {
        AdminCalls.await(trimmer.trim(processed));
        trimmed.putAll(processed);
      }
    } catch (RuntimeException e) { // an exception would silently end the schedule
      LOG.atDebug().setCause(e).log("cannot delete consumed documents");
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    admin.close();
  }
}
