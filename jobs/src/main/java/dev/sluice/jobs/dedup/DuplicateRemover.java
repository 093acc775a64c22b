package dev.sluice.jobs.dedup;

import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.documents.DocumentScorers.AddedNumbers;
import dev.sluice.jobs.process.ProcessCounts;
import dev.sluice.jobs.process.ProcessedPiece;
import dev.sluice.jobs.process.RowDiagnostics;
import dev.sluice.storage.rows.ByteRows;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.Callable;

/**
 * Removes documents. It can also remove paragraphs or lines, and the documents of which nothing
 * remains. Pieces are started in order, so positions are read once, in parallel to them.
 */
final class DuplicateRemover implements DocumentWork<ProcessedPiece>, Closeable {
  private static final String REASON = "duplicate";

  private final Duplicates duplicates;
  private final TextUnit unit;
  private final RecordSort.Reader removed;
  private boolean hasNext;

  DuplicateRemover(Duplicates duplicates, TextUnit unit) throws IOException {
    this.duplicates = duplicates;
    this.unit = unit;
    this.removed = new RecordSort.Reader(duplicates.directory(), duplicates.removed());
    this.hasNext = removed.next();
  }

  @Override
  public Callable<ProcessedPiece> begin(DocumentPiece piece) throws IOException {
    long first = duplicates.rows().of(piece.file().name(), piece.firstRow());
    take(first); // when work is resumed
    long[] places = take(first + piece.size());
    return new Work(piece, first, places, unit)::run;
  }

  /** Takes the positions in rows before this one. */
  private long[] take(long row) throws IOException {
    long[] places = new long[16];
    int count = 0;
    while (hasNext && UnitPosition.row(removed.record().key()) < row) {
      if (count == places.length) {
        places = Arrays.copyOf(places, 2 * count);
      }
      places[count++] = removed.record().key();
      hasNext = removed.next();
    }
    return Arrays.copyOf(places, count);
  }

  @Override
  public void close() throws IOException {
    removed.close();
  }

  /** The work on one piece. */
  private static final class Work {
    private final DocumentPiece piece;
    private final int inputBytes;
    private final DocumentCursor cursor;
    private final long[] places;
    private final boolean ofParts;
    private final UnitCutter cutting;
    private final BitSet unchanged = new BitSet();
    private final ByteRows changed;
    private final ByteRows rejects = new ByteRows(0);
    private final ProcessCounts.Builder counts = new ProcessCounts.Builder(1);
    private long number;
    private int next;

    Work(DocumentPiece piece, long first, long[] places, TextUnit unit) {
      this.piece = piece;
      this.inputBytes = piece.bytes();
      this.cursor = piece.cursor();
      this.number = first;
      this.places = places;
      this.ofParts = unit != TextUnit.DOCUMENT;
      this.cutting = new UnitCutter(unit);
      this.changed = new ByteRows(ofParts ? piece.bytes() : 0);
    }

    ProcessedPiece run() {
      for (int row = 0; cursor.next(); row++, number++) {
        counts.row();
        if (!cursor.hasDocument()) {
          counts.rejected(cursor.problem().reason());
          RowDiagnostics.reject(piece.file().name(), cursor, rejects);
          continue;
        }
        counts.document(cursor.textBytes());
        int from = next;
        while (next < places.length && UnitPosition.row(places[next]) == number) {
          next++;
        }
        if (ofParts) {
          cut(from);
        } else if (from == next) {
          counts.kept(false, cursor.textBytes());
          unchanged.set(row);
        } else {
          counts.dropped(0, REASON);
        }
      }
      ByteRows kept = ofParts ? changed : piece.take(unchanged);
      kept.trim();
      return ProcessedPiece.of(inputBytes, kept, counts.build(), rejects);
    }

    /** Takes paragraphs or lines out of a document. */
    private void cut(int from) {
      byte[] text = cursor.textArray();
      int offset = cursor.textOffset();
      int length = cursor.textBytes();
      if (from == next) {
        counts.units(cutting.count(text, offset, length), 0);
        counts.kept(false, length);
        cursor.copyTo(changed);
        return;
      }
      byte[] left = cutting.without(text, offset, length, places, from, next);
      counts.units(cutting.read(), next - from);
      if (left.length == 0) {
        counts.dropped(0, REASON);
      } else {
        counts.kept(true, left.length);
        cursor.copyTo(changed, left, AddedNumbers.NONE);
      }
    }
  }
}
