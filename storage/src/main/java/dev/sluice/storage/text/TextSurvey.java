package dev.sluice.storage.text;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFooter;
import dev.sluice.storage.source.ColumnMapping;
import dev.sluice.storage.source.FieldRules;
import dev.sluice.storage.source.ParquetSource;
import java.io.IOException;
import java.util.Set;

/**
 * The size of a file, as far as it is known without reading the file's texts.
 *
 * @param rows number of rows, including those that will be rejected
 * @param textBytes approximate size of all texts, uncompressed
 */
public record TextSurvey(long rows, long textBytes) {
  /** Checks the numbers. */
  public TextSurvey {
    if (rows < 0 || textBytes < 0) {
      throw new IllegalArgumentException(
          "the numbers of rows (%d) and bytes (%d) must not be negative"
              .formatted(rows, textBytes));
    }
  }

  /**
   * Surveys a file. Of a Parquet file, reads the footer; in a JSON file, counts the objects. Reads
   * are repeated up to three times after I/O errors.
   *
   * @param text the column or field of the text
   * @param maxBytes the maximum size of a JSON object; larger objects do not add to the bytes
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken, or has no such
   *     column; in the latter case, the message lists its columns
   * @throws IOException if the file cannot be read
   */
  public static TextSurvey of(TextFile file, String text, int maxBytes) throws IOException {
    return switch (file.format()) {
      case PARQUET -> parquet(file, text);
      case JSONL -> objects(file, text, maxBytes);
    };
  }

  private static TextSurvey parquet(TextFile file, String text) throws IOException {
    ParquetSource source =
        ParquetSource.of(
            SourceFooter.read(file.path(), IoRetry.THREE_TIMES),
            ColumnMapping.textAlone(text),
            FieldRules.DEFAULT);
    long bytes = 0;
    for (int group = 0; group < source.rowGroups(); group++) {
      bytes += source.uncompressedBytes(group);
    }
    return new TextSurvey(source.rows(), bytes);
  }

  private static TextSurvey objects(TextFile file, String text, int maxBytes) throws IOException {
    try (JsonObjects objects =
        JsonObjects.openRequiring(file.path(), maxBytes, Set.of(text), IoRetry.THREE_TIMES)) {
      long rows = 0;
      long bytes = 0;
      while (objects.next()) {
        rows++;
        bytes += objects.problem().isEmpty() ? objects.length() : 0;
      }
      return new TextSurvey(rows, bytes);
    }
  }
}
