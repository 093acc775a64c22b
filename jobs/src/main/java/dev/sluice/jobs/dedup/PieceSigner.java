package dev.sluice.jobs.dedup;

import dev.sluice.algorithms.neardup.Signature;
import dev.sluice.algorithms.neardup.Signer;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.neardup.RecordEncoder;
import dev.sluice.operators.FieldValue;
import dev.sluice.storage.text.TextFile;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** Signs the documents of pieces. Thread-safe. */
final class PieceSigner implements Function<DocumentPiece, SignedPiece> {
  private final NearDuplicateRequest request;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final ConcurrentLinkedQueue<Worker> free = new ConcurrentLinkedQueue<>();

  /**
   * @param files all files of the input
   */
  PieceSigner(NearDuplicateRequest request, List<TextFile> files) {
    this.request = request;
    files.forEach(file -> numbers.put(file.name(), numbers.size()));
  }

  DocumentColumns columns() {
    return request.documentColumns();
  }

  @Override
  public SignedPiece apply(DocumentPiece piece) {
    Worker worker = Optional.ofNullable(free.poll()).orElseGet(() -> new Worker(request));
    SignedPiece signed = worker.sign(piece, numbers.get(piece.file().name()));
    if (piece.bytes() <= 2 * DocumentPiece.BYTES) { // memory of larger texts is released
      free.add(worker);
    }
    return signed;
  }

  /** Signs pieces in one thread. */
  private static final class Worker {
    private final NearDuplicateRequest request;
    private final Optional<String> scoreColumn;
    private final Signer signer;
    private final TextUnits units;
    private final RecordEncoder record = new RecordEncoder();
    private ByteBuffer rows = ByteBuffer.allocate(1 << 16);
    private int documents;

    Worker(NearDuplicateRequest request) {
      this.request = request;
      this.scoreColumn = request.score();
      this.signer = request.method().signer();
      this.units = new TextUnits(request.method().unit());
    }

    SignedPiece sign(DocumentPiece piece, int file) {
      rows.clear();
      documents = 0;
      long textBytes = 0;
      DocumentCursor cursor = piece.cursor();
      while (cursor.next()) {
        if (cursor.hasDocument()) {
          textBytes += cursor.textBytes();
          if (request.method().ofParts()) {
            signParts(cursor, file);
          } else {
            sign(cursor, file, cursor.textOffset(), cursor.textBytes(), cursor.id());
          }
        }
      }
      ByteBuffer signed = ByteBuffer.wrap(Arrays.copyOf(rows.array(), rows.position()));
      return new SignedPiece(signed, documents, piece.size(), textBytes);
    }

    private void signParts(DocumentCursor cursor, int file) {
      units.set(cursor.textArray(), cursor.textOffset(), cursor.textBytes());
      int index = 0;
      while (units.next()) {
        if (units.counts()) {
          String id = Integer.toString(index++);
          sign(cursor, file, units.first(), units.end() - units.first(), id);
        }
      }
    }

    private void sign(DocumentCursor cursor, int file, int offset, int length, String id) {
      Signature signature = signer.sign(cursor.textArray(), offset, length);
      if (signature.keys().length > 0) {
        new SignedDocument(file, cursor.row(), id, signature).write(record);
        add(request.keep().rank(score(cursor), length));
        documents++;
      }
    }

    private void add(long rank) {
      int needed = Long.BYTES + Integer.BYTES + record.size();
      if (rows.remaining() < needed) {
        rows = ByteBuffer.allocate(2 * rows.capacity() + needed).put(rows.flip());
      }
      rows.putLong(rank).putInt(record.size()).put(record.bytes(), 0, record.size());
    }

    private double score(DocumentCursor cursor) {
      return scoreColumn
          .flatMap(column -> cursor.fields().find(column))
          .map(FieldValue::number)
          .orElse(OptionalDouble.empty())
          .orElse(Double.NaN);
    }
  }
}
