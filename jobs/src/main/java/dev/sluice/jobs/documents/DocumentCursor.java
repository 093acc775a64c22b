package dev.sluice.jobs.documents;

import dev.sluice.operators.Document;
import dev.sluice.operators.Fields;

/**
 * Iterates over the rows of a piece. Every row has either a document or a problem. Not thread-safe.
 * The other columns of a document are available until the cursor moves.
 */
public final class DocumentCursor {
  private final DocumentPiece piece;
  private final RowForm form;
  private int at = -1;
  private boolean found;

  DocumentCursor(DocumentPiece piece, RowForm form) {
    this.piece = piece;
    this.form = form;
  }

  /** Moves to the next row; false after the last. */
  public boolean next() {
    at++;
    if (at == piece.size()) {
      return false;
    }
    found =
        piece.problem(at).isEmpty()
            && form.read(
                piece.rows().bytes(),
                piece.rows().offset(at),
                piece.rows().length(at),
                piece.file().name() + "#" + row());
    return true;
  }

  /** Whether the row has a document. */
  public boolean hasDocument() {
    return found;
  }

  /** The row's document, if it has one; created on each call. */
  public Document document() {
    return form.document();
  }

  /** The size of the text in UTF-8. */
  public int textBytes() {
    return form.textBytes();
  }

  /** The array that holds the text, until the cursor moves. */
  public byte[] textArray() {
    return form.textArray();
  }

  /** The offset of the text in {@link #textArray}. */
  public int textOffset() {
    return form.textOffset();
  }

  /** The id; without one, the file's name and the row's number. */
  public String id() {
    return form.id();
  }

  /** The document's other columns. */
  public Fields fields() {
    return form.fields();
  }

  /** Why the row has no document. */
  public RowProblem problem() {
    return piece.problem(at).orElseGet(form::problem);
  }

  /** The row's number in its file, from 0. */
  public long row() {
    return piece.firstRow() + at;
  }

  /** The line where the row starts, from 1; 0 in Parquet. */
  public long line() {
    return piece.line(at);
  }

  /** Appends the unchanged row. */
  public void copyTo(ByteRows rows) {
    copyTo(rows, AddedNumbers.NONE);
  }

  /** Appends the row with further columns. */
  public void copyTo(ByteRows rows, AddedNumbers added) {
    rows.append(piece.rows().bytes(), piece.rows().offset(at), piece.rows().length(at));
    end(rows, added);
  }

  /** Appends the row with another text, in UTF-8, and further columns. */
  public void copyTo(ByteRows rows, byte[] text, AddedNumbers added) {
    form.write(text, rows);
    end(rows, added);
  }

  private void end(ByteRows rows, AddedNumbers added) {
    if (added.isAny()) {
      form.add(added, rows);
    }
    rows.endRow();
  }
}
