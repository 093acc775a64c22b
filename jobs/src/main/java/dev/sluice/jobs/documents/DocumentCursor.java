package dev.sluice.jobs.documents;

import dev.sluice.jobs.documents.DocumentFile.RowForm;
import dev.sluice.jobs.documents.DocumentScorers.AddedNumbers;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.Fields;
import dev.sluice.operators.Text;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import java.util.Optional;

/**
 * Iterates over the rows of a piece. Every row has either a document or a problem. Not thread-safe.
 * The further columns of a document are available until the cursor moves.
 */
public final class DocumentCursor {
  private static final String WAY_OUT = " (--max-document-size)";

  private final DocumentPiece piece;
  private final DocumentColumns columns;
  private final RowForm form;
  private final RowFields found;
  private final Fields fields = this::field;
  private int at = -1;
  private Optional<RowProblem> problem = Optional.empty();

  DocumentCursor(DocumentPiece piece, DocumentFile file) {
    this.piece = piece;
    this.columns = file.columns();
    this.form = file.form();
    this.found = form.fields();
  }

  /** Moves to the next row, and returns false after the last row. */
  public boolean next() {
    at++;
    if (at == piece.size()) {
      return false;
    }
    problem = piece.problem(at).or(this::read);
    return true;
  }

  private Optional<RowProblem> read() {
    ByteRows rows = piece.rows();
    found.read(rows.bytes(), rows.offset(at), rows.length(at));
    return found.textProblem(columns.maxBytes()).or(form::conflict);
  }

  /**
   * Returns whether the row has no document because its text is null. A missing text does not
   * count.
   */
  boolean isNull() {
    return problem.filter(seen -> seen.reason().equals(RowProblem.NULL_TEXT)).isPresent()
        && found.isNull();
  }

  /** Returns whether the row has a document. */
  public boolean hasDocument() {
    return problem.isEmpty();
  }

  /** Returns the row's document, which it must have. Creates a new object on each call. */
  public Document document() {
    return new Document(id(), Text.ofUtf8(textArray(), textOffset(), textBytes()), fields);
  }

  /** Returns the size of the text in UTF-8. */
  public int textBytes() {
    return found.length();
  }

  /** Returns the array that holds the text until the cursor moves. */
  public byte[] textArray() {
    return found.buffer();
  }

  /** Returns the offset of the text in {@link #textArray}. */
  public int textOffset() {
    return found.offset();
  }

  /** Returns the id; if the row has none, the file's name and the row's number. */
  public String id() {
    return found
        .valueText(columns.id())
        .filter(id -> !id.isEmpty())
        .orElseGet(() -> piece.file().name() + "#" + row());
  }

  /** Returns the document's further columns. */
  public Fields fields() {
    return fields;
  }

  private Optional<FieldValue> field(String path) {
    return found
        .value(path)
        .map(value -> new FieldValue(value.text(), value.number()))
        .or(() -> found.elements(path).map(FieldValue::of));
  }

  /** Returns the reason why the row has no document. */
  public RowProblem problem() {
    RowProblem seen = problem.orElseThrow();
    return seen.isTooLarge() ? new RowProblem(seen.reason(), seen.message() + WAY_OUT) : seen;
  }

  /** Returns the row's number in its file, from 0. */
  public long row() {
    return piece.firstRow() + at;
  }

  /** Returns the line where the row starts, from 1, or 0 for Parquet. */
  public long line() {
    return piece.line(at);
  }

  /** Appends the unchanged row. */
  public void copyTo(ByteRows rows) {
    copyTo(rows, AddedNumbers.NONE);
  }

  /** Appends the row with columns added to it. */
  public void copyTo(ByteRows rows, AddedNumbers added) {
    rows.append(piece.rows().bytes(), piece.rows().offset(at), piece.rows().length(at));
    end(rows, added);
  }

  /**
   * Appends the row with its text replaced by the given UTF-8 bytes, and with columns added to it.
   */
  public void copyTo(ByteRows rows, byte[] text, AddedNumbers added) {
    form.write(piece.rows(), at, text, rows);
    end(rows, added);
  }

  private void end(ByteRows rows, AddedNumbers added) {
    if (added.isAny()) {
      form.add(added, rows);
    }
    rows.endRow();
  }
}
