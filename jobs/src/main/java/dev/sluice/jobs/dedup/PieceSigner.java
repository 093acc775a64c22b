package dev.sluice.jobs.dedup;

import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.neardup.DocumentOrigin;
import dev.sluice.neardup.RecordEncoder;
import dev.sluice.operators.FieldValue;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** Signs the documents of pieces. Thread-safe. */
final class PieceSigner implements Function<DocumentPiece, SignedPiece> {
  private final NearDuplicateRequest request;
  private final ConcurrentLinkedQueue<Worker> free = new ConcurrentLinkedQueue<>();

  PieceSigner(NearDuplicateRequest request) {
    this.request = request;
  }

  @Override
  public SignedPiece apply(DocumentPiece piece) {
    Worker worker = Optional.ofNullable(free.poll()).orElseGet(() -> new Worker(request));
    SignedPiece signed = worker.sign(piece);
    if (piece.bytes() <= 2 * DocumentPiece.BYTES) { // memory of larger texts is released
      free.add(worker);
    }
    return signed;
  }

  /** Signs pieces in one thread. */
  private static final class Worker {
    private final NearDuplicateRequest request;
    private final Signer signer;
    private final TextUnits units;
    private final RecordEncoder block = new RecordEncoder();
    private final long[] keys;
    private int documents;

    Worker(NearDuplicateRequest request) {
      this.request = request;
      this.signer = request.method().signer();
      this.units = new TextUnits(request.method().unit());
      this.keys = new long[request.method().keys()];
    }

    SignedPiece sign(DocumentPiece piece) {
      block.clear();
      documents = 0;
      long textBytes = 0;
      DocumentCursor cursor = piece.cursor();
      String file = piece.file().name();
      while (cursor.next()) {
        if (cursor.hasDocument()) {
          textBytes += cursor.textBytes();
          if (request.method().ofParts()) {
            signParts(cursor, file);
          } else {
            sign(cursor, cursor.textOffset(), cursor.textBytes(), file, cursor.id());
          }
        }
      }
      byte[] bytes = Arrays.copyOf(block.bytes(), block.size());
      return new SignedPiece(bytes, documents, piece.size(), textBytes);
    }

    private void signParts(DocumentCursor cursor, String file) {
      units.set(cursor.textArray(), cursor.textOffset(), cursor.textBytes());
      int index = 0;
      while (units.next()) {
        if (units.counts()) {
          String id = Integer.toString(index++);
          sign(cursor, units.first(), units.end() - units.first(), file, id);
        }
      }
    }

    private void sign(DocumentCursor cursor, int offset, int length, String file, String id) {
      int count = signer.sign(cursor.textArray(), offset, length, keys);
      if (count > 0) {
        long rank = request.keep().rank(score(cursor), length);
        SignedDocument.write(
            block,
            new DocumentOrigin(file, cursor.row(), id, "", ""),
            rank,
            keys,
            count,
            signer.fingerprint());
        documents++;
      }
    }

    private double score(DocumentCursor cursor) {
      return request
          .score()
          .flatMap(column -> cursor.fields().find(column))
          .map(FieldValue::number)
          .orElse(OptionalDouble.empty())
          .orElse(Double.NaN);
    }
  }
}
