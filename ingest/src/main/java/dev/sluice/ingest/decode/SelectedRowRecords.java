package dev.sluice.ingest.decode;

import dev.sluice.core.Outcome;
import dev.sluice.core.Unit;
import dev.sluice.core.Verdict;
import dev.sluice.ingest.decode.RowRecords.RowSigner;
import dev.sluice.storage.source.RowTexts;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.RowSignatures;
import dev.sluice.topics.record.SelectedRows;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextPointer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Makes one record of all rows of a row group that belong to one partition. The record has no
 * texts, and it has signatures if rows are signed here. Large row groups become several records, so
 * that neither a record nor a transaction grows with the row group.
 */
final class SelectedRowRecords implements RowRecords {
  private static final long FULL_BYTES = 512 << 10;
  private static final long FULL_TEXT_BYTES = 8 << 20;

  /** The size of an encoded row without its id in bytes, rounded up. */
  private static final int ROW_BYTES = 40;

  private final IngestSettings settings;
  private final int rowGroup;
  private final Optional<RowSigner> signer;
  private final String file;
  private final List<SelectedRows.Encoder> partitions;
  private final List<RowSignatures> signatures;
  private Optional<RowTexts> texts;
  private final Waiting waiting;
  private long bytes;

  SelectedRowRecords(
      IngestSettings settings,
      Optional<RowSigner> signer,
      Unit unit,
      String file,
      int rowGroup,
      Waiting waiting) {
    this.waiting = waiting;
    this.settings = settings;
    this.signer = signer;
    this.file = file;
    this.rowGroup = rowGroup;
    this.texts = begin();
    this.partitions =
        IntStream.range(0, settings.partitions())
            .mapToObj(partition -> new SelectedRows.Encoder(unit.id(), file, rowGroup))
            .toList();
    this.signatures = partitions.stream().map(partition -> new RowSignatures()).toList();
  }

  private Optional<RowTexts> begin() {
    return settings.handOver().map(handOver -> handOver.begin(file, rowGroup));
  }

  @Override
  public void add(ScaledRow row, Verdict verdict) throws IOException {
    byte[] id = row.id();
    ByteBuffer columns = RowRecords.columns(row, verdict);
    Optional<TextPointer> pointer = pointer(row, verdict, columns);
    if (verdict.passes() && texts.isPresent() && pointer.isPresent()) {
      texts.get().add(row.row().row(), row.row().text(), columns, pointer.get().hash().crcs());
    }
    int partition = Partitions.of(id, settings.partitions());
    partitions.get(partition).add(RowRecords.head(row, NO_COLUMNS), id, pointer);
    if (signer.isPresent()) {
      bytes += signer.get().sign(row.row(), verdict, signatures.get(partition));
    }
    bytes += id.length + ROW_BYTES;
    waiting.addBytes(row.row().textLength() + columns.remaining());
  }

  private Optional<TextPointer> pointer(ScaledRow scaled, Verdict verdict, ByteBuffer columns) {
    SourceRow row = scaled.row();
    if (!row.hasText() || verdict.outcome() == Outcome.EMPTY_TEXT) {
      return Optional.empty();
    }
    return Optional.of(
        new TextPointer(
            rowGroup,
            row.textLength(),
            TextDigest.crc(row.text(), columns),
            verdict.outcome() == Outcome.KEPT || scaled.hasWellFormedText()));
  }

  @Override
  public void dropTexts() {
    texts.ifPresent(RowTexts::drop);
    texts = begin();
  }

  @Override
  public boolean isFull() {
    return bytes >= FULL_BYTES || waiting.bytes() >= FULL_TEXT_BYTES;
  }

  @Override
  public void finish() {
    texts.ifPresent(RowTexts::publish);
    texts = begin();
    for (int partition = 0; partition < partitions.size(); partition++) {
      Optional<byte[]> rows = partitions.get(partition).take();
      if (rows.isPresent()) {
        waiting.add(
            new ProducerRecord<>(
                settings.topics().documents(),
                partition,
                new byte[0],
                rows.get(),
                headers(partition)));
      }
    }
    waiting.addBytes(bytes);
    bytes = 0;
  }

  private RecordHeaders headers(int partition) {
    RecordHeaders headers = new RecordHeaders();
    if (signer.isPresent()) {
      headers.add(RowSignatures.HEADER, signatures.get(partition).take());
    }
    return headers;
  }
}
