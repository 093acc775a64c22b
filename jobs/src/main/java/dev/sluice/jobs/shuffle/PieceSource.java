package dev.sluice.jobs.shuffle;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * The rows of a file, in pieces. Reads are repeated up to three times after I/O errors. Not
 * thread-safe; pieces are independent of their source.
 */
interface PieceSource extends Closeable {
  /**
   * The next piece; empty after the last.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken at this position
   * @throws ShuffleMemory.OversizeRowException if a row does not fit into memory
   */
  Optional<RowPiece> next() throws IOException;

  /** The position after the pieces so far, in the source's own unit. Reading can resume there. */
  long position();

  /** Approximate size on disk of the pieces so far. */
  long bytesRead();

  /** Consecutive rows of an input. May be scattered once, by any thread. */
  interface RowPiece {
    /** The number of rows. */
    long rows();

    /** Approximate size of the rows in bytes. */
    long bytes();

    /**
     * Passes the rows on, in order.
     *
     * @param first number of the first row over all inputs
     */
    void scatter(long first, KeyedRowConsumer taker) throws IOException;
  }
}
