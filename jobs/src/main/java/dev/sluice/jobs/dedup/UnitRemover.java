package dev.sluice.jobs.dedup;

import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.documents.DocumentScorers.AddedNumbers;
import dev.sluice.jobs.process.ProcessCounts;
import dev.sluice.jobs.process.ProcessedPiece;
import dev.sluice.jobs.process.RowDiagnostics;
import dev.sluice.storage.rows.ByteRows;
import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Removes paragraphs or lines that do not survive, and documents of which nothing remains. Pieces
 * are started in order, so decisions are read once, in parallel to them.
 */
final class UnitRemover implements DocumentWork<ProcessedPiece> {
  private final RowNumbers numbers;
  private final RemovedRows removed;
  private final TextUnit unit;

  UnitRemover(RowNumbers numbers, RemovedRows removed, TextUnit unit) {
    this.numbers = numbers;
    this.removed = removed;
    this.unit = unit;
  }

  @Override
  public Callable<ProcessedPiece> begin(DocumentPiece piece) throws IOException {
    long first = numbers.first(piece);
    removed.skip(first);
    long[] places = removed.take(first + piece.size());
    return new Work(piece, first, places, unit)::run;
  }

  /** The work on one piece. */
  private static final class Work {
    private final String file;
    private final int inputBytes;
    private final DocumentCursor cursor;
    private final long[] places;
    private final UnitCutter cutting;
    private final ByteRows kept;
    private final ByteRows rejects = new ByteRows(0);
    private final ProcessCounts.Builder counts = new ProcessCounts.Builder(1);
    private long number;
    private int next;

    Work(DocumentPiece piece, long first, long[] places, TextUnit unit) {
      this.file = piece.file().name();
      this.inputBytes = piece.bytes();
      this.cursor = piece.cursor();
      this.kept = new ByteRows(piece.bytes());
      this.number = first;
      this.places = places;
      this.cutting = new UnitCutter(unit);
    }

    ProcessedPiece run() {
      while (cursor.next()) {
        counts.row();
        if (cursor.hasDocument()) {
          counts.document(cursor.textBytes());
          document();
        } else {
          counts.rejected(cursor.problem().reason());
          RowDiagnostics.reject(file, cursor, rejects);
        }
        number++;
      }
      kept.trim();
      return ProcessedPiece.of(inputBytes, kept, counts.build(), rejects);
    }

    private void document() {
      byte[] text = cursor.textArray();
      int offset = cursor.textOffset();
      int length = cursor.textBytes();
      int from = next;
      while (next < places.length && UnitPosition.row(places[next]) == number) {
        next++;
      }
      if (from == next) {
        counts.units(cutting.count(text, offset, length), 0);
        counts.kept(false, length);
        cursor.copyTo(kept);
      } else {
        keep(cutting.without(text, offset, length, places, from, next));
        counts.units(cutting.read(), next - from);
      }
    }

    private void keep(byte[] left) {
      if (left.length == 0) {
        counts.dropped(0, DocumentRemover.REASON);
      } else {
        counts.kept(true, left.length);
        cursor.copyTo(kept, left, AddedNumbers.NONE);
      }
    }
  }
}
