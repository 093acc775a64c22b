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
   * Opens a file: reads and checks its footer, or its first bytes.
   *
   * @throws SourceFormatException if it is broken, or has no such text
   * @throws IOException if it cannot be read
   */
  static DocumentFile open(TextFile file, DocumentColumns columns) throws IOException {
    if (file.format() == TextFormat.PARQUET) {
      return ParquetDocuments.open(file, columns);
    }
    return JsonDocuments.open(file, columns);
  }

  /** The file. */
  TextFile file();

  /** The columns that hold documents. */
  DocumentColumns columns();

  /** The columns among these that the file lacks, sorted. */
  Set<String> lacking(Set<String> fields) throws IOException;

  /**
   * The {@link DocumentColumns#fields} of one row that exist, as texts by name. Reads the file up
   * to the row.
   *
   * @param row its index in the file
   * @throws SourceFormatException if the file is broken there, or has no such row
   * @throws IOException if it cannot be read
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

  /** Opens the rows, before the first. */
  RowSource rows() throws IOException;

  /** Creates a finder of the documents in the rows, for one thread. */
  RowForm form();

  /** Finds the fields of a row, and writes it again. Not thread-safe. */
  interface RowForm {
    /** The fields of the current row. */
    RowFields fields();

    /** Returns why no columns can be added to the current row, if none can. */
    Optional<RowProblem> conflict();

    /** Writes the current row of the cursor with another text, in UTF-8. */
    void write(ByteRows rows, int row, byte[] text, ByteRows to);

    /** Adds columns to a row that was written, and is still the current one. */
    void add(AddedNumbers added, ByteRows to);
  }
}
