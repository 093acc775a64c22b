package dev.sluice.storage.rows;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The rows of a file in order, usable or not, each with all of its bytes. A row may take a limited
 * number of bytes; a larger one is passed over without being held in memory. Not thread-safe.
 */
public interface RowSource extends Closeable {
  /**
   * Advances to the next row.
   *
   * @return false after the last
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken there; the rows
   *     before are those of a whole file
   * @throws IOException if it cannot be read
   */
  boolean next() throws IOException;

  /**
   * Passes over rows, so that {@link #next} advances to this one or a later one.
   *
   * @param row its index in the file
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken before
   * @throws IOException if it cannot be read
   */
  default void skipTo(long row) throws IOException {
    boolean more = true;
    while (more && row() + 1 < row) {
      more = next();
    }
  }

  /** The file. */
  Path file();

  /** Index of the row in the file, from 0. Rows with a problem count, blank lines do not. */
  long row();

  /** The line in which the row starts, from 1; 0 in files without lines. */
  long line();

  /** Why there is no usable row here; it has no bytes then. */
  Optional<RowProblem> problem();

  /** The size of the row in bytes, even if it is too large. */
  long size();

  /** The array that holds the row, valid until the next one. */
  byte[] buffer();

  /** The offset of the row in {@link #buffer}. */
  int offset();

  /** The length of the row in bytes. */
  int length();

  /** Approximate number of bytes of the file that have been read. */
  long bytesRead();
}
