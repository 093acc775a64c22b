package dev.sluice.jobs.documents;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** Reads the rows of a file in their order. Not thread-safe; to be closed. */
interface RowSource extends Closeable {
  /**
   * Goes to the next row; false behind the last.
   *
   * @throws dev.sluice.storage.page.SourceFormatException when the file is broken there
   */
  boolean next() throws IOException, InterruptedException;

  /** Why the row cannot be used; its bytes are then not there. */
  Optional<RowProblem> problem();

  /** Holds the row until {@link #next} is called. */
  byte[] buffer();

  /** Where in the buffer the row begins. */
  int offset();

  /** The row's bytes. */
  int length();

  /** The line where the row begins, from 1; 0 in files that have no lines. */
  long line();

  /** About how many bytes of the file have been read. */
  long bytesRead();
}
