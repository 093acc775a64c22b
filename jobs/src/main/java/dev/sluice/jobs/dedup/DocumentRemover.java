package dev.sluice.jobs.dedup;

import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.process.ProcessCounts;
import dev.sluice.jobs.process.ProcessedPiece;
import dev.sluice.jobs.process.RowDiagnostics;
import dev.sluice.storage.rows.ByteRows;
import java.io.IOException;
import java.util.BitSet;
import java.util.concurrent.Callable;

/**
 * Removes documents. Pieces are started in order, so positions are read once, in parallel to them.
 */
final class DocumentRemover implements DocumentWork<ProcessedPiece> {
  /** The reason for the drop. */
  static final String REASON = "duplicate";

  private final RowNumbers numbers;
  private final RemovedRows removed;

  DocumentRemover(RowNumbers numbers, RemovedRows removed) {
    this.numbers = numbers;
    this.removed = removed;
  }

  @Override
  public Callable<ProcessedPiece> begin(DocumentPiece piece) throws IOException {
    long first = numbers.first(piece);
    removed.skip(first);
    BitSet rows = new BitSet();
    for (long position : removed.take(first + piece.size())) {
      rows.set((int) (UnitPosition.row(position) - first));
    }
    return () -> remove(piece, rows);
  }

  private static ProcessedPiece remove(DocumentPiece piece, BitSet removed) {
    ProcessCounts.Builder counts = new ProcessCounts.Builder(1);
    ByteRows rejects = new ByteRows(0);
    BitSet kept = new BitSet();
    DocumentCursor cursor = piece.cursor();
    for (int row = 0; cursor.next(); row++) {
      counts.row();
      if (!cursor.hasDocument()) {
        counts.rejected(cursor.problem().reason());
        RowDiagnostics.reject(piece.file().name(), cursor, rejects);
        continue;
      }
      counts.document(cursor.textBytes());
      if (removed.get(row)) {
        counts.dropped(0, REASON);
      } else {
        counts.kept(false, cursor.textBytes());
        kept.set(row);
      }
    }
    int inputBytes = piece.bytes();
    ByteRows rows = piece.take(kept);
    rows.trim();
    return ProcessedPiece.of(inputBytes, rows, counts.build(), rejects);
  }
}
