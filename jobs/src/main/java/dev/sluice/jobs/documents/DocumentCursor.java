package dev.sluice.jobs.documents;

import dev.sluice.operators.Document;
import dev.sluice.operators.Fields;

/**
 * Goes through the rows of a piece. Every row has either a document or a problem. Not thread-safe;
 * a document's other columns can be asked for until the cursor goes on.
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

  /** Goes to the next row; false behind the last. */
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

  /** The row's document, where it has one; made anew with every call. */
  public Document document() {
    return form.document();
  }

  /** The bytes of the document's text, in UTF-8. */
  public int textBytes() {
    return form.textBytes();
  }

  /** Holds the document's text from {@link #textOffset} on, until the cursor goes on. */
  public byte[] textArray() {
    return form.textArray();
  }

  /** Where the text begins in {@link #textArray}. */
  public int textOffset() {
    return form.textOffset();
  }

  /** The document's id; where the row has none, its file's name and its number. */
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

  /** The line where the row begins, from 1; 0 in Parquet. */
  public long line() {
    return piece.line(at);
  }

  /** Adds the row as it is to others. */
  public void copyTo(ByteRows rows) {
    rows.append(piece.rows().bytes(), piece.rows().offset(at), piece.rows().length(at));
    rows.endRow();
  }

  /** Adds the row with another text, in UTF-8, to others. */
  public void copyTo(ByteRows rows, byte[] text) {
    form.write(text, rows);
    rows.endRow();
  }
}
