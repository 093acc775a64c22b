package dev.sluice.jobs.dedup;

import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.storage.text.TextFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers of rows over all files. Immutable and thread-safe. */
final class RowNumbers {
  private final Map<String, Long> first = new HashMap<>();

  /**
   * @param rows of each file, as in the first pass
   */
  RowNumbers(List<TextFile> files, List<Long> rows) {
    long number = 0;
    for (int i = 0; i < files.size(); i++) {
      first.put(files.get(i).name(), number);
      number += rows.get(i);
    }
  }

  /** The number of a piece's first row. */
  long first(DocumentPiece piece) {
    return first.get(piece.file().name()) + piece.firstRow();
  }
}
