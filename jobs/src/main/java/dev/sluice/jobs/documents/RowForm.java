package dev.sluice.jobs.documents;

import dev.sluice.operators.Document;
import dev.sluice.operators.Fields;

/** Finds a document in the bytes of a row. Not thread-safe. */
interface RowForm {
  /**
   * Goes to a row, whose array must not change until it goes to another.
   *
   * @param name the row's own, for a document that has no id
   * @return whether the row has a document
   */
  boolean read(byte[] bytes, int offset, int length, String name);

  /** The row's document; what it gives of other columns is gone with the row. */
  Document document();

  /** The bytes of the document's text. */
  int textBytes();

  /** Holds the text, in UTF-8, until it goes to another row. */
  byte[] textArray();

  /** Where the text begins there. */
  int textOffset();

  /** The document's id, or the row's own name. */
  String id();

  /** The row's other columns. */
  Fields fields();

  /** Why there is none. */
  RowProblem problem();

  /** Makes the row with another text, in UTF-8. */
  void write(byte[] text, ByteRows to);
}
