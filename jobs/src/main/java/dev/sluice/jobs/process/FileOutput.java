package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.ByteRows;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * One file of the output, under a hidden name until it is complete. What it holds is certain up to
 * its last checkpoint. Used by one thread, but for packing. Closed, it keeps nothing open and can
 * be continued.
 */
interface FileOutput extends Closeable {
  /** Appends what was packed. */
  @FunctionalInterface
  interface Packed {
    void append() throws IOException;
  }

  /** Goes on where it was; false where it is not, or cannot be gone back to. */
  boolean continueAt(Position position) throws IOException;

  /** Begins anew, over what there may be. */
  void startOver() throws IOException;

  /**
   * What packs rows, in any thread; what becomes of it is appended in the order of these calls.
   *
   * @param rows used up then
   */
  Callable<Packed> packing(List<ByteRows> rows);

  /** The rows appended, those before a continuation included. */
  long rows();

  /** The bytes of the file so far. */
  long bytes();

  /**
   * Makes what was appended certain, in two steps: first, what must be on the disk before it is
   * noted; then, what may be there only when it has been noted.
   */
  void beforeNote() throws IOException;

  /** The second step. */
  void afterNote() throws IOException;

  /** Completes the file, which still has its hidden name. */
  void complete() throws IOException;
}
