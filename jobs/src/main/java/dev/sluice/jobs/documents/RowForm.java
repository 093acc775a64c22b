package dev.sluice.jobs.documents;

import dev.sluice.operators.Document;
import dev.sluice.operators.Fields;

/** Finds the document in the bytes of a row. Not thread-safe. */
interface RowForm {
  /**
   * Moves to a row, whose array must not change until the next call.
   *
   * @param name of the row, for a document without an id
   * @return whether the row has a document
   */
  boolean read(byte[] bytes, int offset, int length, String name);

  /** The row's document; its other columns are available until the next call of {@link #read}. */
  Document document();

  /** The bytes of the document's text. */
  int textBytes();

  /** The array that holds the text in UTF-8, until the next call of {@link #read}. */
  byte[] textArray();

  /** The offset of the text. */
  int textOffset();

  /** The document's id, or the row's own name. */
  String id();

  /** The row's other columns. */
  Fields fields();

  /** Why there is no document. */
  RowProblem problem();

  /** Writes the row with another text, in UTF-8. */
  void write(byte[] text, ByteRows to);

  /** Adds columns to a row that was written, and is still the current one. */
  void add(AddedNumbers added, ByteRows to);
}
