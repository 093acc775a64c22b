package dev.sluice.storage.text;

import dev.sluice.core.Utf8;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the texts of one file in order. Rows that cannot be used are skipped and counted, and the
 * first are listed: those that are not JSON objects, contain invalid UTF-8, or have no text or too
 * long a text.
 *
 * <p>Holds a file descriptor and one Parquet page, or one JSON object and its text. Not
 * thread-safe.
 */
public final class TextReader implements Closeable {
  /** Maximum number of rejected rows that are listed; all are counted. */
  public static final int LISTED_REJECTIONS = 100;

  private final TextRows rows;
  private final int maxBytes;
  private final List<RejectedRow> rejections = new ArrayList<>();
  private long rejected;

  private TextReader(TextRows rows, int maxBytes) {
    this.rows = rows;
    this.maxBytes = maxBytes;
  }

  /**
   * Opens a file.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if it is broken, or is Parquet without
   *     the text column; the message lists its columns then
   * @throws IOException if it cannot be read
   */
  public static TextReader open(TextFile file, TextColumns columns) throws IOException {
    TextRows rows =
        switch (file.format()) {
          case PARQUET -> new ParquetRows(file, columns);
          case JSONL -> new JsonRows(file.path(), columns);
        };
    return new TextReader(rows, columns.maxBytes());
  }

  /**
   * Advances to the next usable row: one with a text, or whose text is null.
   *
   * @return false after the last
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken there, naming the
   *     row or line; or, at the end of a JSON file, if no object had the field
   * @throws IOException if it cannot be read
   */
  public boolean next() throws IOException {
    while (rows.next()) {
      if (isUsable()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Advances to a later row. Of Parquet, reads only the pages that contain requested rows; JSON
   * objects in between are not parsed. Cannot be combined with {@link #next}.
   *
   * @param row its index in the file, below the number of rows
   * @return false if the row was rejected
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken there
   * @throws IOException if it cannot be read
   */
  public boolean goTo(long row) throws IOException {
    rows.goTo(row);
    return isUsable();
  }

  private boolean isUsable() {
    Optional<String> problem = problem();
    if (problem.isEmpty()) {
      return true;
    }
    rejected++;
    if (rejections.size() < LISTED_REJECTIONS) {
      rejections.add(new RejectedRow(rows.place(), problem.get()));
    }
    return false;
  }

  private Optional<String> problem() {
    if (rows.problem().isPresent()) {
      return rows.problem();
    }
    if (rows.length() > maxBytes) {
      return Optional.of(
          "a text of %d bytes: at most %d are allowed".formatted(rows.length(), maxBytes));
    }
    return Utf8.isWellFormed(rows.buffer(), rows.offset(), rows.length())
        ? Optional.empty()
        : Optional.of("invalid UTF-8");
  }

  /** Index of the row in the file. Rejected rows count, blank lines do not. */
  public long row() {
    return rows.row();
  }

  /** Whether the text is not null. It may be empty. */
  public boolean hasText() {
    return rows.hasText();
  }

  /** The array that contains the text; valid until {@link #next} is called. */
  public byte[] buffer() {
    return rows.buffer();
  }

  /** Offset of the text in {@link #buffer}. */
  public int offset() {
    return rows.offset();
  }

  /** Length of the text in bytes; 0 if it is null. Always valid UTF-8. */
  public int length() {
    return rows.length();
  }

  /** The data set of the row, if the row names one. */
  public Optional<String> source() {
    return rows.source();
  }

  /** Approximate number of bytes read from the file, for progress. */
  public long bytesRead() {
    return rows.bytesRead();
  }

  /** Number of rows rejected so far. */
  public long rejected() {
    return rejected;
  }

  /** The first {@link #LISTED_REJECTIONS} rejected rows. */
  public List<RejectedRow> rejections() {
    return List.copyOf(rejections);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
