package dev.sluice.jobs.split;

import dev.sluice.storage.json.JsonObjects;
import dev.sluice.storage.json.JsonShape;
import dev.sluice.storage.json.LineRows;
import dev.sluice.storage.json.StreamCompression;
import dev.sluice.storage.page.IoRetry;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.rows.RowProblem;
import dev.sluice.storage.rows.RowSource;
import dev.sluice.storage.text.TextFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * Reads the rows of a JSON file as bytes to copy. Rows are lines with their line feeds, or objects.
 * The current row is the first that no part contains yet; after the last row, there is none. Not
 * thread-safe.
 */
final class JsonRows implements Closeable {
  /** Maximum size of a line or an object. */
  private static final int MOST_BYTES = 64 << 20;

  private final RowSource rows;
  private final JsonShape shape;
  private final StreamCompression compression;
  private final LongConsumer progress;
  private Cutter.Position position;
  private boolean more;
  private long reported;

  private JsonRows(
      RowSource rows, JsonObjects objects, Cutter.Position start, LongConsumer progress) {
    this.rows = rows;
    this.shape = objects.shape();
    this.compression = objects.compression();
    this.position = start;
    this.progress = progress;
  }

  /**
   * Opens a file at the position of a row.
   *
   * @param progress receives the number of stored bytes read since its last call
   * @throws SourceFormatException if the file is broken before the end of the row
   */
  static JsonRows open(TextFile file, Cutter.Position start, LongConsumer progress)
      throws IOException {
    JsonRows rows = opened(file.path(), start, progress);
    try {
      rows.rows.skipTo(start.row());
      rows.load();
      return rows;
    } catch (IOException | RuntimeException e) {
      rows.close();
      throw e;
    }
  }

  /**
   * Counts the rows of a file and their bytes. Both are returned as the position of the file's end.
   */
  static Cutter.Position end(TextFile file, LongConsumer progress) throws IOException {
    try (JsonRows rows = open(file, Cutter.Position.BEGIN, progress)) {
      while (rows.hasRow()) {
        rows.advance();
      }
      return rows.position();
    }
  }

  private static JsonRows opened(Path file, Cutter.Position start, LongConsumer progress)
      throws IOException {
    JsonObjects objects = JsonObjects.open(file, MOST_BYTES, IoRetry.THREE_TIMES);
    if (objects.shape() != JsonShape.LINES) {
      return new JsonRows(objects, objects, start, progress);
    }
    try (objects) {
      return new JsonRows(
          LineRows.openWhole(file, MOST_BYTES, IoRetry.THREE_TIMES), objects, start, progress);
    }
  }

  private void load() throws IOException {
    more = rows.next();
    Optional<RowProblem> problem = more ? rows.problem() : Optional.empty();
    if (problem.isPresent()) {
      throw new SourceFormatException(
          rows.file(), "line %d: %s".formatted(rows.line(), problem.get().message()));
    }
    progress.accept(rows.bytesRead() - reported);
    reported = rows.bytesRead();
  }

  /** Advances to the next row, if there is one. */
  void advance() throws IOException {
    position = new Cutter.Position(position.unit() + length(), position.row() + 1);
    load();
  }

  boolean hasRow() {
    return more;
  }

  /** Returns the start of the current row. */
  Cutter.Position position() {
    return position;
  }

  JsonShape shape() {
    return shape;
  }

  /** Returns whether the rows consist of exactly the bytes of the file. */
  boolean isPlain() {
    return shape == JsonShape.LINES && compression == StreamCompression.NONE;
  }

  byte[] buffer() {
    return rows.buffer();
  }

  int offset() {
    return rows.offset();
  }

  int length() {
    return rows.length();
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
