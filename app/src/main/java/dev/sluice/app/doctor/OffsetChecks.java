package dev.sluice.app.doctor;

import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.PartitionLogs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/**
 * Checks offsets: start and end of the logs, the last stable offset, and where the output
 * continues.
 */
final class OffsetChecks {
  private final Admin admin;
  private final List<TopicPartition> partitions;

  OffsetChecks(Admin admin, List<TopicPartition> partitions) {
    this.admin = admin;
    this.partitions = partitions;
  }

  /** Compares the last stable offset with the high watermark. */
  void stable(Findings findings) {
    Map<TopicPartition, Long> stable = PartitionLogs.stableEnds(admin, partitions);
    Map<TopicPartition, Long> ends = PartitionLogs.ends(admin, partitions);
    List<String> lagging = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      long gap = ends.get(partition) - stable.get(partition);
      if (gap > 0) {
        lagging.add("%s by %d".formatted(partition, gap));
      }
    }
    boolean hangs =
        findings.all().stream()
            .anyMatch(
                f -> f.check().equals("transactions") && f.state() == DoctorReport.State.FAIL);
    if (lagging.isEmpty()) {
      findings.ok("last stable offset", "at the end of every partition");
    } else if (hangs) {
      findings.fail(
          "last stable offset",
          "behind the high watermark: " + String.join(", ", lagging),
          "the end of the partition, a while after all writers have stopped",
          "end the hanging transactions");
    } else {
      findings.ok(
          "last stable offset",
          "behind the high watermark while transactions are open: " + String.join(", ", lagging));
    }
  }

  /**
   * Checks that the log still holds the records at which each partition of the output continues.
   */
  void cuts(OutputLayout layout, Map<String, String> topicIds, Findings findings)
      throws IOException {
    Map<TopicPartition, Long> starts = PartitionLogs.starts(admin, partitions);
    Map<TopicPartition, Long> ends = PartitionLogs.ends(admin, partitions);
    int wrong = 0;
    for (TopicPartition partition : partitions) {
      Optional<CutRecord> last =
          new CutLog(layout.cuts(partition.topic(), partition.partition())).last();
      long next = last.map(CutRecord::nextOffset).orElse(0L);
      boolean otherTopic =
          last.isPresent() && !last.get().topicId().equals(topicIds.get(partition.topic()));
      if (otherTopic) {
        wrong++;
        findings.fail(
            "cut records",
            "%s was created anew since the output was cut".formatted(partition),
            "the topic %s".formatted(last.get().topicId()),
            "a new output, or another prefix: the old topic's offsets mean nothing here");
      } else if (next < starts.get(partition) || next > ends.get(partition)) {
        wrong++;
        findings.fail(
            "cut records",
            "the output continues %s at offset %d, the log has %d to %d"
                .formatted(partition, next, starts.get(partition), ends.get(partition)),
            "an offset within the log",
            next > ends.get(partition)
                ? "the broker lost what it had acknowledged: a new output and prefix"
                : "bring back _sluice/cuts of the output, else a new output and prefix");
      }
    }
    if (wrong == 0) {
      findings.ok("cut records", "every partition continues within its log");
    }
  }
}
