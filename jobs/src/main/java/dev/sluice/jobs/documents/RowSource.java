package dev.sluice.jobs.documents;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Reads the rows of a file in order. Not thread-safe. */
interface RowSource extends Closeable {
  /**
   * Moves to the next row; false after the last.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken at this position
   */
  boolean next() throws IOException, InterruptedException;

  /** Why the row is unusable; it has no bytes then. */
  Optional<RowProblem> problem();

  /** The array that holds the row until {@link #next} is called. */
  byte[] buffer();

  /** The offset of the row. */
  int offset();

  /** The row's bytes. */
  int length();

  /** The line where the row starts, from 1; 0 in files without lines. */
  long line();

  /** Approximate number of bytes read of the file. */
  long bytesRead();
}
