package dev.sluice.sink;

import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.topics.FilesMismatchException;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Opens partitions at their last cut. It first checks that the broker still has the records that
 * follow the cut. Offsets that the consumer group committed are ignored.
 */
final class Assignment {
  private final SinkSettings settings;
  private final CutLogs logs;
  private final Consumer<byte[], byte[]> consumer;
  private final WriterSchemas schemas;

  Assignment(
      SinkSettings settings,
      CutLogs logs,
      Consumer<byte[], byte[]> consumer,
      WriterSchemas schemas) {
    this.settings = settings;
    this.logs = logs;
    this.consumer = consumer;
    this.schemas = schemas;
  }

  /**
   * Opens a partition at its last cut, and moves the consumer to this position.
   *
   * @throws FilesMismatchException if the topic is not the one that was cut, or has lost records
   */
  PartitionSink open(TopicPartition partition, SourceTexts texts)
      throws IOException, FilesMismatchException {
    CutLog log = logs.of(partition);
    // The former owner may still cut and then delete records. The begin offset, the cuts and the
    // end offset are read in this order, so that records before the begin offset are in cuts, and
    // cuts end at or before the end offset.
    long begin = consumer.beginningOffsets(List.of(partition)).get(partition);
    List<CutRecord> cuts = log.read();
    long atLeast = cuts.isEmpty() ? 0 : cuts.get(cuts.size() - 1).blocklist();
    NamedRows named = logs.blocklists().named(settings, atLeast);
    PartitionSink sink = new PartitionSink(settings, partition, log, cuts, texts, schemas, named);
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    requireSameTopic(partition, sink.lastCut());
    FilesMismatchException.requireRecords(
        partition,
        begin,
        end,
        sink.lastCut().nextOffset(),
        "the output continues",
        "records were deleted before they were written. Restore _sluice/cuts in the output, or"
            + " start over with a new output and a new topic prefix");
    sink.deleteLeftovers();
    consumer.seek(partition, sink.lastCut().nextOffset());
    return sink;
  }

  private void requireSameTopic(TopicPartition partition, CutRecord last)
      throws FilesMismatchException {
    String topicId = settings.topics().ids().get(partition.topic());
    if (!last.isOfTopic(topicId)) {
      throw new FilesMismatchException(
          "%s was re-created: its topic id is %s, but the output was cut from the topic with id %s. The offsets of the new topic refer to different records. Use a different output or a different kafka.topic-prefix"
              .formatted(partition, topicId, last.topicId()));
    }
  }
}
