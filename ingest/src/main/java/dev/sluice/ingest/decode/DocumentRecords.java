package dev.sluice.ingest.decode;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.core.Outcome;
import dev.sluice.core.Unit;
import dev.sluice.core.Utf8;
import dev.sluice.core.Verdict;
import dev.sluice.ingest.decode.RowRecords.RowSigner;
import dev.sluice.storage.source.ScaledRow;
import dev.sluice.storage.source.SourceRow;
import dev.sluice.topics.Partitions;
import dev.sluice.topics.record.DocumentEncoder;
import dev.sluice.topics.record.RowSignatures;
import dev.sluice.topics.record.TextDigest;
import dev.sluice.topics.record.TextPointer;
import java.io.IOException;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Makes one record of each row. The record has the text unless the text is too large, and it has
 * the signature if ingest signs rows.
 */
final class DocumentRecords implements RowRecords {
  private static final long FULL_BYTES = 1 << 20;

  private final IngestSettings settings;
  private final Optional<RowSigner> signer;
  private final RowSignatures signatures = new RowSignatures();
  private final int rowGroup;
  private final DocumentEncoder encoder;
  private final Waiting waiting;

  DocumentRecords(
      IngestSettings settings,
      Optional<RowSigner> signer,
      Unit unit,
      String file,
      int rowGroup,
      Waiting waiting) {
    this.waiting = waiting;
    this.settings = settings;
    this.signer = signer;
    this.rowGroup = rowGroup;
    this.encoder = new DocumentEncoder(unit.id(), file);
  }

  @Override
  public void add(ScaledRow scaled, Verdict verdict) throws IOException {
    SourceRow row = scaled.row();
    byte[] id = scaled.id();
    DocumentEncoder.Head head = RowRecords.head(scaled, RowRecords.columns(scaled, verdict));
    byte[] value = encode(head, id, row, verdict);
    RecordHeaders headers = new RecordHeaders();
    headers.add("dump", row.dump().getBytes(UTF_8));
    if (row.hasScore()) {
      headers.add("score", Double.toString(scaled.score()).getBytes(US_ASCII));
    }
    if (signer.isPresent()) {
      waiting.addBytes(signer.get().sign(row, verdict, signatures));
      headers.add(RowSignatures.HEADER, signatures.take());
    }
    waiting.add(
        new ProducerRecord<>(
            settings.topics().documents(),
            Partitions.of(id, settings.partitions()),
            id,
            value,
            headers));
    waiting.addBytes(id.length + value.length);
  }

  private byte[] encode(DocumentEncoder.Head head, byte[] id, SourceRow row, Verdict verdict) {
    int length = row.textLength();
    boolean oversize = length > settings.input().maxDocumentBytes();
    if (!row.hasText() || (oversize && verdict.outcome() == Outcome.EMPTY_TEXT)) {
      return encoder.encodeWithoutText(head, id);
    }
    return oversize
        ? encoder.encode(head, id, pointer(row))
        : encoder.encode(head, id, row.textBytes(), row.textOffset(), length);
  }

  private TextPointer pointer(SourceRow row) {
    return new TextPointer(
        rowGroup,
        row.textLength(),
        TextDigest.sha256(row.textBytes(), row.textOffset(), row.textLength()),
        Utf8.isWellFormed(row.textBytes(), row.textOffset(), row.textLength()));
  }

  @Override
  public boolean isFull() {
    return waiting.bytes() >= FULL_BYTES;
  }
}
