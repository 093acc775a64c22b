package dev.sluice.jobs.split;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonShape;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Counts JSON objects that are not on lines of their own: array elements, or concatenated objects.
 */
final class ObjectCount {
  /** Maximum size of an object. */
  static final int MOST_BYTES = PackedLines.MOST_BYTES;

  private ObjectCount() {}

  private static JsonShape shape(TextFile file) throws IOException {
    try (JsonObjects objects = JsonObjects.open(file.path(), MOST_BYTES, IoRetry.THREE_TIMES)) {
      return objects.shape();
    }
  }

  /**
   * Counts the rows of a file of any shape, and their bytes.
   *
   * @throws SourceFormatException if it cannot be decompressed, or an element is not an object
   */
  static LineCount of(TextFile file, LongConsumer progress) throws IOException {
    if (shape(file) == JsonShape.LINES) {
      return LineCount.of(file, progress);
    }
    try (JsonObjects objects = JsonObjects.open(file.path(), MOST_BYTES, IoRetry.THREE_TIMES)) {
      long rows = 0;
      long bytes = 0;
      long reported = 0;
      while (next(file, objects)) {
        rows++;
        bytes += objects.length();
        progress.accept(objects.bytesRead() - reported);
        reported = objects.bytesRead();
      }
      return new LineCount(rows, bytes);
    }
  }

  /** Advances to the next object; false after the last. */
  static boolean next(TextFile file, JsonObjects objects) throws IOException {
    if (!objects.next()) {
      return false;
    }
    Optional<RowProblem> problem = objects.problem();
    if (problem.isPresent()) {
      throw new SourceFormatException(
          file.path(), "line %d: %s".formatted(objects.line(), problem.get().message()));
    }
    return true;
  }
}
