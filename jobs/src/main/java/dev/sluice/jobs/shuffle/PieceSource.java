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

  /**
   * Consecutive rows of an input.
   *
   * @param rows number of rows
   * @param bytes approximate size of the rows
   * @param scatter passes the rows on, in order; called once, by any thread
   */
  record RowPiece(long rows, long bytes, Scatter scatter) {}

  /** Passes rows on. */
  @FunctionalInterface
  interface Scatter {
    /**
     * Passes the rows of a piece on.
     *
     * @param first number of the first row over all inputs
     */
    void to(KeyedRowConsumer consumer, long first) throws IOException;
  }

  /** Receives rows as bytes, from several threads at once. */
  @FunctionalInterface
  interface KeyedRowConsumer {
    /**
     * Receives a row; the array may be reused afterwards.
     *
     * @param row its number over all inputs, from 0
     */
    void take(long row, byte[] bytes, int offset, int length) throws IOException;
  }
}
