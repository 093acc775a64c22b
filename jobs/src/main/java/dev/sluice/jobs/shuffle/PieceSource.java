package dev.sluice.jobs.shuffle;

import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads the rows of a file in pieces. After I/O errors, reads are repeated up to three times. Not
 * thread-safe; pieces are independent of their source.
 */
interface PieceSource extends Closeable {
  /**
   * Returns the next piece, or empty after the last one.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken at this position
   * @throws ShuffleMemory.OversizeRowException if a row does not fit into memory
   */
  Optional<RowPiece> next() throws IOException;

  /**
   * Returns the position after the pieces so far. Its unit depends on the source. Reading can
   * resume at this position.
   */
  long position();

  /** Returns the approximate size on disk of the pieces so far. */
  long bytesRead();

  /**
   * Consecutive rows of an input.
   *
   * @param rows number of rows
   * @param bytes approximate size of the rows
   * @param scatter passes the rows on in order; called once, on any thread
   */
  record RowPiece(long rows, long bytes, Scatter scatter) {}

  /** Passes the rows of a piece to a consumer. */
  @FunctionalInterface
  interface Scatter {
    /**
     * Passes the rows of a piece to a consumer.
     *
     * @param first number of the piece's first row, counted over all inputs
     */
    void to(KeyedRowConsumer consumer, long first) throws IOException;
  }

  /** Receives rows as bytes, from several threads at once. */
  @FunctionalInterface
  interface KeyedRowConsumer {
    /**
     * Receives a row. The array can be reused afterwards.
     *
     * @param row number of the row, counted over all inputs from 0
     */
    void take(long row, byte[] bytes, int offset, int length) throws IOException;
  }
}
