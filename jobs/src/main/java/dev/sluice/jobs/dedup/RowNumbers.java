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
   * @param reading of all files
   */
  RowNumbers(List<TextFile> files, ReadPosition reading) {
    long number = 0;
    for (int i = 0; i < files.size(); i++) {
      first.put(files.get(i).name(), number);
      number += reading.ended().get(i).rows();
    }
  }

  long of(String file, long row) {
    return first.get(file) + row;
  }

  /** The number of a piece's first row. */
  long first(DocumentPiece piece) {
    return of(piece.file().name(), piece.firstRow());
  }
}
