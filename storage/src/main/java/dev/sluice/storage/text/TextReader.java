package dev.sluice.storage.text;

import dev.sluice.core.Utf8;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the texts of one file in order. Rows that cannot be used, because they are no JSON object,
 * hold invalid UTF-8, are no text or too long, are left out, counted and the first of them listed.
 *
 * <p>Holds a descriptor and one page of Parquet, or one line of JSON and its text. Not thread-safe;
 * to be closed.
 */
public final class TextReader implements Closeable {
  /** How many rejected rows are listed; all are counted. */
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
   * @throws dev.sluice.storage.page.SourceFormatException when it is broken, or is Parquet without
   *     the text column; the message then lists those there are
   * @throws IOException when it cannot be read
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
   * Goes to the next row that can be used: one with a text, or whose text is null.
   *
   * @return false behind the last
   * @throws dev.sluice.storage.page.SourceFormatException when the file is broken there, naming the
   *     row or line; or, at the end of lines of JSON, when none of them had the field
   * @throws IOException when it cannot be read
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
   * Goes to a row behind the one it stands on. Of Parquet only the pages that hold such rows are
   * read; lines of JSON between are not looked into. Not to be mixed with {@link #next}.
   *
   * @param row its number in the file, below the number of rows
   * @return false when the row was rejected
   * @throws dev.sluice.storage.page.SourceFormatException when the file is broken there
   * @throws IOException when it cannot be read
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

  /** The row's number in the file, from 0; rejected rows count, empty lines do not. */
  public long row() {
    return rows.row();
  }

  /** Whether the row's text is not null. It may be empty. */
  public boolean hasText() {
    return rows.hasText();
  }

  /** The array that holds the text among other bytes, valid until {@link #next} is called. */
  public byte[] buffer() {
    return rows.buffer();
  }

  /** Where the text begins in {@link #buffer}. */
  public int offset() {
    return rows.offset();
  }

  /** The text's length in bytes; 0 when it is null. Always valid UTF-8. */
  public int length() {
    return rows.length();
  }

  /** The data set that the row is from, where it says so. */
  public Optional<String> source() {
    return rows.source();
  }

  /** About how many bytes of the file have been read: for telling how far it is. */
  public long bytesRead() {
    return rows.bytesRead();
  }

  /** How many rows were rejected so far. */
  public long rejected() {
    return rejected;
  }

  /** The first {@link #LISTED_REJECTIONS} of the rejected rows. */
  public List<RejectedRow> rejections() {
    return List.copyOf(rejections);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
