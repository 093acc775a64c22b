package dev.sluice.ingest.decode;

import dev.sluice.core.Outcome;
import dev.sluice.core.Unit;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.Reject;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Makes rejects of rows that are not published because they, or their other columns, cannot be
 * used: documents without score and text, whose file, row and dump tell where something was, with
 * the reason. They never were in {@code documents}. Not thread-safe.
 */
final class RowRejects {
  private static final int NOWHERE = -1;
  private static final long FULL_BYTES = 512 << 10;

  private final IngestSettings settings;
  private final DocumentEncoder encoder;
  private List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
  private long bytes;

  RowRejects(IngestSettings settings, Unit unit, String file) {
    this.settings = settings;
    this.encoder = new DocumentEncoder(unit.id(), file);
  }

  void add(ScaledRow scaled, Outcome outcome, String reason) {
    byte[] id = scaled.id();
    DocumentEncoder.Head head =
        new DocumentEncoder.Head(scaled.row().row(), scaled.row().dump(), OptionalDouble.empty());
    byte[] reject =
        Reject.encode(
            "%s: %s".formatted(outcome.key(), reason),
            NOWHERE,
            NOWHERE,
            encoder.encodeWithoutText(head, id),
            settings.input().maxRecordBytes() - id.length);
    records.add(
        new ProducerRecord<>(
            settings.topics().rejects(), Partitions.of(id, settings.partitions()), id, reject));
    bytes += id.length + reject.length;
  }

  boolean isFull() {
    return bytes >= FULL_BYTES;
  }

  /** Bytes of keys and values since the last call. */
  long takeBytes() {
    long taken = bytes;
    bytes = 0;
    return taken;
  }

  /** The records since the last call, in order. */
  List<ProducerRecord<byte[], byte[]>> take() {
    List<ProducerRecord<byte[], byte[]>> taken = records;
    records = new ArrayList<>();
    return taken;
  }
}
