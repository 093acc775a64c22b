package dev.sluice.storage.rows;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The rows of a file in order, whether or not they are usable. Each has all of its bytes. A row may
 * take a limited number of bytes; a larger row is skipped without being held in memory. Not
 * thread-safe.
 */
public interface RowSource extends Closeable {
  /**
   * Advances to the next row.
   *
   * @return false after the last row
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken there; the rows
   *     before this one are valid
   * @throws IOException if the file cannot be read
   */
  boolean next() throws IOException;

  /**
   * Skips rows, so that {@link #next} advances to the given row or a later one.
   *
   * @param row its index in the file
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken before that row
   * @throws IOException if the file cannot be read
   */
  default void skipTo(long row) throws IOException {
    boolean more = true;
    while (more && row() + 1 < row) {
      more = next();
    }
  }

  /** Returns the file. */
  Path file();

  /**
   * Returns the index of the row in the file, from 0. Rows with a problem count, blank lines do
   * not.
   */
  long row();

  /** Returns the line in which the row starts, from 1, or 0 in files without lines. */
  long line();

  /** Returns why there is no usable row here. Such a row has no bytes. */
  Optional<RowProblem> problem();

  /** Returns the size of the row in bytes, even if it is too large. */
  long size();

  /** Returns the array that holds the row. It is valid until the next row. */
  byte[] buffer();

  /** Returns the offset of the row in {@link #buffer}. */
  int offset();

  /** Returns the length of the row in bytes. */
  int length();

  /** Returns the approximate number of bytes of the file that have been read. */
  long bytesRead();
}
