package dev.sluice.jobs.documents;

import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import java.util.Optional;

/** Finds the fields of a row, and writes it again. Not thread-safe. */
interface RowForm {
  /** The fields of the current row. */
  RowFields fields();

  /** Why no columns can be added to the current row. */
  Optional<RowProblem> conflict();

  /** Writes the current row, which is this one of a piece, with another text, in UTF-8. */
  void write(ByteRows rows, int row, byte[] text, ByteRows to);

  /** Adds columns to a row that was written, and is still the current one. */
  void add(AddedNumbers added, ByteRows to);
}
