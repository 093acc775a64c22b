package dev.sluice.jobs.documents;

import dev.sluice.jobs.documents.DocumentScorers.AddedNumbers;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.ByteRows;
import dev.sluice.storage.rows.RowFields;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** A file whose rows may be documents. Immutable and thread-safe. */
public sealed interface DocumentFile permits ParquetDocuments, JsonDocuments {
  /**
   * Opens a file, and checks its footer or its first bytes.
   *
   * @throws SourceFormatException if the file is broken or lacks the text column
   * @throws IOException if the file cannot be read
   */
  static DocumentFile open(TextFile file, DocumentColumns columns) throws IOException {
    if (file.format() == TextFormat.PARQUET) {
      return ParquetDocuments.open(file, columns);
    }
    return JsonDocuments.open(file, columns);
  }

  /** Returns the file. */
  TextFile file();

  /** Returns the columns that hold documents. */
  DocumentColumns columns();

  /** Returns which of these columns the file lacks, sorted. */
  Set<String> lacking(Set<String> fields) throws IOException;

  /**
   * Returns the existing {@link DocumentColumns#fields} of one row, as strings by name. Reads the
   * file up to the row.
   *
   * @param row index of the row in the file
   * @throws SourceFormatException if the file is broken there, or has no such row
   * @throws IOException if the file cannot be read
   */
  default SortedMap<String, String> fields(long row) throws IOException {
    RowFields fields = form().fields();
    try (RowSource rows = rows()) {
      rows.skipTo(row);
      if (!rows.next() || rows.problem().isPresent()) {
        throw new SourceFormatException(file().path(), "has no row %d".formatted(row));
      }
      fields.read(rows.buffer(), rows.offset(), rows.length());
      SortedMap<String, String> found = new TreeMap<>();
      for (String name : columns().fields()) {
        fields.valueText(name).ifPresent(value -> found.put(name, value));
      }
      return found;
    }
  }

  /** Opens the rows. The source is positioned before the first row. */
  RowSource rows() throws IOException;

  /** Creates a form, for one thread, that finds the documents in rows. */
  RowForm form();

  /** Finds the fields of a row, and writes the row with changes. Not thread-safe. */
  interface RowForm {
    /** Returns the fields of the current row. */
    RowFields fields();

    /** Returns the reason why no columns can be added to the current row, or empty if they can. */
    Optional<RowProblem> conflict();

    /** Writes the current row of the cursor. Its text is replaced by the given UTF-8 bytes. */
    void write(ByteRows rows, int row, byte[] text, ByteRows to);

    /** Adds columns to the current row. The row must already have been written. */
    void add(AddedNumbers added, ByteRows to);
  }
}
