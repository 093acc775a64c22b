package dev.sluice.sink;

import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Opens partitions at their last cut, after checking that the broker still has the records that
 * follow it. Offsets that the consumer group committed are ignored.
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
   * Opens a partition at its last cut and seeks the consumer there.
   *
   * @throws CutMismatchException if the topic is not the one that was cut, or has lost records
   */
  PartitionSink open(TopicPartition partition, SourceTexts texts)
      throws IOException, CutMismatchException {
    CutLog log = logs.of(partition);
    // The former owner may still cut and then delete records. Begin, cuts, end, in this order:
    // records before the begin offset are in cuts, and cuts end at or before the end offset.
    long begin = consumer.beginningOffsets(List.of(partition)).get(partition);
    PartitionSink sink = new PartitionSink(settings, partition, log, log.read(), texts, schemas);
    long end = consumer.endOffsets(List.of(partition)).get(partition);
    check(partition, sink.lastCut(), settings.topics().ids().get(partition.topic()), begin, end);
    consumer.seek(partition, sink.lastCut().nextOffset());
    return sink;
  }

  private static void check(
      TopicPartition partition, CutRecord last, String topicId, long begin, long end)
      throws CutMismatchException {
    if (!last.topicId().equals(topicId)) {
      throw new CutMismatchException(
          "%s was re-created (id %s, the output was cut from %s): its offsets mean other records; use another output or another kafka.topic-prefix"
              .formatted(partition, topicId, last.topicId()));
    }
    if (begin > last.nextOffset()) {
      throw new CutMismatchException(
          "%s begins at offset %d, the output continues at %d: records are gone that were never written; %s"
              .formatted(
                  partition,
                  begin,
                  last.nextOffset(),
                  "bring back the output's _sluice/cuts, or start a new output and topic prefix"));
    }
    if (last.nextOffset() > end) {
      throw new CutMismatchException(
          "%s ends at offset %d, the output continues at %d: the broker has lost records that were acknowledged"
              .formatted(partition, end, last.nextOffset()));
    }
  }
}
