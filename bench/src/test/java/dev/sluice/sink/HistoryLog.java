package dev.sluice.sink;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.takedown.NamedRows;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.progress.PinnedUnits;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.EndOfUnit;
import dev.sluice.topics.record.WriterSchemas;
import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * One partition of a curated topic in a made-up history: its documents and markers go to the sink
 * itself, which writes shards and cut records as it does in a run. They never were on the topic, so
 * all have the offset of the last record that was: the sink goes on behind that one.
 *
 * <p>Settings are those of {@link HistorySettings}.
 */
final class HistoryLog {
  /** What a cut holds. */
  static final long CUT_BYTES = 1000;

  private static final int ID_BYTES = "<urn:uuid:00000000-0000-0000-0000-000000000000>".length();
  private static final int ROW_BYTES = 2 * ID_BYTES + 256;
  private static final double ABOVE_BUCKET = 0.1;

  private final SinkSettings settings;
  private final History history;
  private final TopicPartition partition;
  private final String bucket;
  private final PartitionSink sink;
  private final long offset;

  private HistoryLog(
      SinkSettings settings, History history, TopicPartition partition, PartitionSink sink) {
    this.settings = settings;
    this.history = history;
    this.partition = partition;
    this.bucket = settings.topics().names().bucketOf(partition.topic());
    this.sink = sink;
    this.offset = sink.lastCut().nextOffset() - 1;
  }

  /** The log of a partition, at its last cut. */
  static HistoryLog open(SinkSettings settings, History history, TopicPartition partition)
      throws IOException {
    CutLog log = new CutLog(settings.layout().cuts(partition.topic(), partition.partition()));
    List<CutRecord> cuts = log.read();
    if (cuts.isEmpty()) {
      throw new IOException(partition + " was never cut: run it first");
    }
    PartitionSink sink =
        new PartitionSink(
            settings,
            partition,
            log,
            cuts,
            new SourceTexts(settings.source(), PinnedUnits.NONE, 0),
            WriterSchemas.shipped(),
            NamedRows.none());
    return new HistoryLog(settings, history, partition, sink);
  }

  /** Writes all dumps, one after the other. */
  void write() throws IOException {
    for (int dump = 1; dump <= history.dumps(); dump++) {
      writeDocuments(dump);
      accept(record(new byte[0], marker(dump)));
    }
  }

  /** Every cut but the last is made by the row that fills it, the last one by the marker. */
  private void writeDocuments(int dump) throws IOException {
    int row = 0;
    for (int cut = 0; cut < history.cuts(); cut++) {
      boolean isLast = cut == history.cuts() - 1;
      boolean isHalf = isLast || History.hasTwoShards(cut);
      int rows = isHalf && !isLast ? 2 : 1;
      for (int end = row + rows; row < end; row++) {
        accept(dump, row, Math.toIntExact(CUT_BYTES / (isHalf ? 2 : 1)) - ROW_BYTES);
      }
    }
  }

  private void accept(int dump, int row, int textBytes) throws IOException {
    byte[] id = id(dump, row);
    byte[] text = "text ".repeat(textBytes / 5 + 1).substring(0, textBytes).getBytes(UTF_8);
    DocumentEncoder.Head head =
        new DocumentEncoder.Head(
            row, History.dump(dump), OptionalDouble.of(Double.parseDouble(bucket) + ABOVE_BUCKET));
    DocumentEncoder encoder =
        new DocumentEncoder(History.unit(dump).id(), History.firstInput(dump));
    accept(record(id, encoder.encode(head, id, text, 0, text.length)));
  }

  private void accept(ConsumerRecord<byte[], byte[]> record) throws IOException {
    PartitionQueue queue = sink.queue();
    queue.add(List.of(record));
    sink.accept(queue.peek().orElseThrow());
  }

  /** An id that nobody else has, and that belongs into this partition. */
  private byte[] id(int dump, int row) {
    for (int attempt = 0; ; attempt++) {
      String name = "%s %d %d %d %d".formatted(bucket, partition.partition(), dump, row, attempt);
      byte[] id =
          "<urn:uuid:%s>".formatted(UUID.nameUUIDFromBytes(name.getBytes(UTF_8))).getBytes(UTF_8);
      if (Partitions.of(id, settings.topics().partitions()) == partition.partition()) {
        return id;
      }
    }
  }

  private byte[] marker(int dump) {
    Counters kept = new Counters();
    kept.add(new Counters.Key(History.dump(dump), bucket, Outcome.KEPT.key()), history.rows());
    int logs = settings.topics().partitions() * settings.topics().names().buckets().size();
    return new EndOfUnit(
            History.unit(dump),
            partition.partition(),
            history.inputs(dump),
            new TreeMap<>(),
            history.ingested(dump, logs),
            kept)
        .encode();
  }

  private ConsumerRecord<byte[], byte[]> record(byte[] key, byte[] value) {
    return new ConsumerRecord<>(partition.topic(), partition.partition(), offset, key, value);
  }
}
