package dev.sluice.storage.rows;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Writes rows to a file. It is the counterpart of {@link RowSource}. Its bytes are a function of
 * format, rows and their groups, even if writing is interrupted and continued. Used by one thread,
 * except for packing. A file that is closed before it is complete can be continued.
 */
public interface RowSink extends Closeable {
  /** Appends packed rows. */
  @FunctionalInterface
  interface Packed {
    void append() throws IOException;
  }

  /**
   * Packs a group of rows, in any thread. The results are appended in the order of these calls.
   *
   * @param rows the rows, which must not change any more
   */
  Callable<Packed> packing(List<ByteRows> rows);

  /**
   * Goes to the position of an earlier {@link #checkpoint}.
   *
   * @param rows the number of rows before it
   * @param bytes the number of bytes before it; 0 to start over, which is always possible
   * @return false if the file cannot be continued there
   */
  boolean continueAt(long rows, long bytes) throws IOException;

  /** Returns the number of rows, including those before a continuation. */
  long rows();

  /** Returns the size of the file so far. */
  long bytes();

  /** Flushes to disk everything that was appended. */
  void sync() throws IOException;

  /**
   * Writes a checkpoint beside the file, after {@link #sync}. With it, the work continues here
   * instead of at the previous checkpoint. A caller that records positions must record this one
   * first.
   */
  void checkpoint() throws IOException;

  /** Writes the end of the file and flushes everything to disk. */
  void complete() throws IOException;
}
