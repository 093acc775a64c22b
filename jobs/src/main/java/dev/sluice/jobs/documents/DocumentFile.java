package dev.sluice.jobs.documents;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import java.io.IOException;
import java.util.Set;

/** A file of rows that can be documents. Immutable and thread-safe. */
public sealed interface DocumentFile permits ParquetDocuments, JsonDocuments {
  /**
   * Opens a file: its footer, or its first bytes, are read and checked.
   *
   * @throws SourceFormatException when it is broken, or has no such text
   * @throws IOException when it cannot be read
   */
  static DocumentFile open(TextFile file, DocumentColumns columns) throws IOException {
    if (file.format() == TextFormat.PARQUET) {
      return ParquetDocuments.open(file, columns);
    }
    return JsonDocuments.open(file, columns);
  }

  /** The file. */
  TextFile file();

  /** Those of these columns that the file has not, sorted. */
  Set<String> lacking(Set<String> fields) throws IOException;

  /** Reads its rows, beginning with one that is numbered from 0. */
  RowSource rows(long first) throws IOException;

  /** Finds the documents in its rows; each thread needs its own. */
  RowForm form();
}
