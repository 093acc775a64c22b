package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentScorers;
import dev.sluice.jobs.documents.DocumentScorers.RowScores;
import dev.sluice.jobs.process.PieceTrace.TraceCounts;
import dev.sluice.jobs.process.ProcessMemory.DocumentRoom;
import dev.sluice.operators.Decision;
import dev.sluice.operators.Document;
import dev.sluice.operators.OperatorChain;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowProblem;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Applies operators to the documents of pieces. Thread-safe.
 *
 * @param traced returns lower bounds of the numbers of examples so far; must not exceed the numbers
 *     in a later, resumed invocation
 */
record PieceWork(
    OperatorChain chain,
    DocumentScorers scorers,
    DocumentColumns columns,
    DocumentRoom room,
    Supplier<TraceCounts> traced)
    implements Function<DocumentPiece, ProcessedPiece> {
  @Override
  public ProcessedPiece apply(DocumentPiece piece) {
    return new Work(piece).run();
  }

  /** The work on one piece. */
  private final class Work {
    private final String file;
    private final long inputBytes;
    private final DocumentCursor cursor;
    private final ByteRows kept;
    private final ByteRows rejects = new ByteRows(0);
    private final ProcessCounts.Builder counts =
        new ProcessCounts.Builder(chain.operators().size());
    private final PieceTrace trace;
    private final OperatorChain.Observer observer = this::decided;
    private final RowScores scores = scorers.begin();

    Work(DocumentPiece piece) {
      this.file = piece.file().name();
      this.inputBytes = piece.bytes();
      this.cursor = piece.cursor();
      this.kept = new ByteRows(piece.bytes());
      this.trace = new PieceTrace(chain, file, traced.get());
    }

    ProcessedPiece run() {
      while (cursor.next()) {
        counts.row();
        if (cursor.hasDocument()) {
          int taken = room.take(cursor.textBytes());
          try {
            document();
          } finally {
            room.giveBack(taken);
          }
        } else {
          rejected(cursor.problem());
        }
      }
      kept.trim();
      return new ProcessedPiece(inputBytes, kept, counts.build(), rejects, trace.examples());
    }

    private void document() {
      counts.document(cursor.textBytes());
      scores.next(cursor);
      OperatorChain.Result result = chain.apply(scores.seen(cursor.document()), observer);
      if (result instanceof OperatorChain.Result.Kept left) {
        keep(left);
      } else if (result instanceof OperatorChain.Result.Dropped dropped) {
        counts.dropped(dropped.operator(), dropped.decision().reason());
      } else if (result instanceof OperatorChain.Result.Rejected rejected) {
        counts.rejectedBy(rejected.operator());
        reject(rejected);
      }
    }

    private void keep(OperatorChain.Result.Kept left) {
      if (!left.changed()) {
        counts.kept(false, cursor.textBytes());
        cursor.copyTo(kept, scores.all());
        return;
      }
      byte[] text = left.document().text().utf8();
      if (text.length > columns.maxBytes()) {
        rejected(
            new RowProblem(
                RowProblem.TOO_LARGE,
                "the operators enlarged the text from %,d to %,d bytes, but at most %,d are allowed (--max-document-size)"
                    .formatted(cursor.textBytes(), text.length, columns.maxBytes())));
        return;
      }
      counts.kept(true, text.length);
      cursor.copyTo(kept, text, scores.all());
    }

    private void decided(int operator, Document before, Decision decision) {
      if (decision instanceof Decision.Changed) {
        counts.changedBy(operator);
      }
      if (trace.isOn()) {
        trace.decided(cursor, operator, before, decision);
      }
    }

    private void rejected(RowProblem problem) {
      counts.rejected(problem.reason());
      RowDiagnostics.reject(file, cursor, problem, rejects);
    }

    private void reject(OperatorChain.Result.Rejected rejected) {
      Map<String, Object> line = RowDiagnostics.of(file, cursor);
      RowDiagnostics.operator(line, rejected.operator(), chain);
      line.put("reason", "operator_failed");
      line.put("message", rejected.decision().message());
      RowDiagnostics.append(line, rejects);
    }
  }
}
