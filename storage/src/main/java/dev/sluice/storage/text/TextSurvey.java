package dev.sluice.storage.text;

import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;

/**
 * What is known of a file without reading its texts.
 *
 * @param rows number of rows, including those that will be rejected
 * @param textBytes approximate size of all texts, uncompressed
 */
public record TextSurvey(long rows, long textBytes) {
  /** Checks the numbers. */
  public TextSurvey {
    if (rows < 0 || textBytes < 0) {
      throw new IllegalArgumentException("%d rows, %d bytes".formatted(rows, textBytes));
    }
  }

  /**
   * Surveys a file. Of Parquet, reads the footer; JSON objects are counted, and parsed up to the
   * first that has the field.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken or has no such
   *     column; the message lists its columns then
   * @throws IOException if it cannot be read
   */
  public static TextSurvey of(TextFile file, TextColumns columns) throws IOException {
    return switch (file.format()) {
      case PARQUET -> parquet(file, columns);
      case JSONL -> objects(file, columns);
    };
  }

  private static TextSurvey parquet(TextFile file, TextColumns columns) throws IOException {
    ParquetSource source = ParquetSource.open(file.path(), ColumnMapping.textAlone(columns.text()));
    long bytes = 0;
    for (int group = 0; group < source.rowGroups(); group++) {
      bytes += source.uncompressedBytes(group);
    }
    return new TextSurvey(source.rows(), bytes);
  }

  private static TextSurvey objects(TextFile file, TextColumns columns) throws IOException {
    try (JsonRows rows = new JsonRows(file.path(), columns)) {
      boolean more = true;
      while (more) {
        more = rows.hasSeenField() ? rows.skip() : rows.next();
      }
      return new TextSurvey(rows.row() + 1, rows.objectBytes());
    }
  }
}
