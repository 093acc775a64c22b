package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.method.Signer;
import dev.sluice.jobs.dedup.method.TextUnits;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.operators.FieldValue;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/** Signs the documents of pieces. Thread-safe. */
final class PieceSigner implements Function<DocumentPiece, SignedPiece> {
  private final DuplicateMethod method;
  private final Optional<String> scoreColumn;
  private final ConcurrentLinkedQueue<Signer> free = new ConcurrentLinkedQueue<>();

  /**
   * @param scoreColumn if scores are needed
   */
  PieceSigner(DuplicateMethod method, Optional<String> scoreColumn) {
    this.method = method;
    this.scoreColumn = scoreColumn;
  }

  @Override
  public SignedPiece apply(DocumentPiece piece) {
    Signer signer = Optional.ofNullable(free.poll()).orElseGet(method::signer);
    SignedPiece signed = new SignedPiece(method);
    long[] keys = new long[method.keys()];
    Optional<TextUnits> units = method.units().map(TextUnits::new);
    DocumentCursor cursor = piece.cursor();
    while (cursor.next()) {
      if (!cursor.hasDocument()) {
        signed.addNothing();
      } else if (units.isPresent()) {
        addParts(cursor, units.get(), signer, signed, keys);
      } else {
        signed.add(
            signer,
            cursor.textArray(),
            cursor.textOffset(),
            cursor.textBytes(),
            score(cursor),
            keys);
      }
    }
    free.add(signer);
    return signed;
  }

  private static void addParts(
      DocumentCursor cursor, TextUnits units, Signer signer, SignedPiece signed, long[] keys) {
    byte[] text = cursor.textArray();
    units.set(text, cursor.textOffset(), cursor.textBytes());
    int index = 0;
    while (units.next()) {
      if (units.counts()) {
        int length = units.end() - units.first();
        signed.addPart(signer, text, units.first(), length, index++, keys);
      }
    }
    signed.addParts(cursor.textBytes());
  }

  private double score(DocumentCursor cursor) {
    return scoreColumn
        .flatMap(column -> cursor.fields().find(column))
        .map(FieldValue::number)
        .orElse(OptionalDouble.empty())
        .orElse(Double.NaN);
  }
}
