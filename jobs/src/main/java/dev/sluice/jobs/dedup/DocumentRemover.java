package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.clusters.ClusterDecision;
import dev.sluice.jobs.dedup.clusters.ClusterDecisions;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.process.ProcessCounts;
import dev.sluice.jobs.process.ProcessedPiece;
import dev.sluice.jobs.process.RowDiagnostics;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.table.RecordBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Removes the documents that do not survive. Pieces are started in order, so decisions are read
 * once, in parallel to them.
 */
final class DocumentRemover implements DocumentWork<ProcessedPiece> {
  /** The reason for the drop. */
  static final String REASON = "duplicate";

  private final ClusterDecisions decisions;
  private final RowNumbers numbers;
  private Optional<ClusterDecision> next;

  DocumentRemover(RowNumbers numbers, ClusterDecisions decisions) throws IOException {
    this.numbers = numbers;
    this.decisions = decisions;
    this.next = decisions.next();
  }

  @Override
  public Callable<ProcessedPiece> begin(DocumentPiece piece) throws IOException {
    long first = numbers.first(piece);
    while (next.isPresent() && next.get().document() < first) {
      next = decisions.next();
    }
    List<ClusterDecision> own = new ArrayList<>();
    while (next.isPresent() && next.get().document() < first + piece.size()) {
      own.add(next.get());
      next = decisions.next();
    }
    return new Work(piece, first, own)::run;
  }

  /** The work on one piece. */
  private static final class Work {
    private final DocumentPiece piece;
    private final String file;
    private final DocumentCursor cursor;
    private final List<ClusterDecision> decisions;
    private final BitSet kept = new BitSet();
    private final ByteRows rejects = new ByteRows(0);
    private final ByteRows members = new ByteRows(0);
    private final RecordBuffer record = new RecordBuffer();
    private final ProcessCounts.Builder counts = new ProcessCounts.Builder(1);
    private final long first;
    private int row;
    private int decided;

    Work(DocumentPiece piece, long first, List<ClusterDecision> decisions) {
      this.piece = piece;
      this.file = piece.file().name();
      this.cursor = piece.cursor();
      this.first = first;
      this.decisions = decisions;
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
        row++;
      }
      int inputBytes = piece.bytes();
      ByteRows rows = piece.take(kept);
      rows.trim();
      return ProcessedPiece.of(inputBytes, rows, counts.build(), rejects, members);
    }

    private void document() {
      boolean removed = false;
      if (decided < decisions.size() && decisions.get(decided).document() == first + row) {
        ClusterDecision decision = decisions.get(decided++);
        removed = !decision.kept();
        ClusterRows.append(decision, cursor.id(), file, cursor.row(), record, members);
      }
      if (removed) {
        counts.dropped(0, REASON);
      } else {
        counts.kept(false, cursor.textBytes());
        kept.set(row);
      }
    }
  }
}
