package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.ByteRows;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A file of the output, under a hidden name until it is complete. Its content is durable up to its
 * last checkpoint. Used by one thread, except for compression. When closed, it can be resumed.
 */
interface FileOutput extends Closeable {
  /** Appends compressed rows. */
  @FunctionalInterface
  interface Packed {
    void append() throws IOException;
  }

  /** Resumes at a position; false if the file is shorter or cannot be truncated there. */
  boolean continueAt(Position position) throws IOException;

  /** Starts again, replacing existing content. */
  void startOver() throws IOException;

  /**
   * Compresses rows, in any thread; the results are appended in the order of these calls.
   *
   * @param rows consumed by this
   */
  Callable<Packed> packing(List<ByteRows> rows);

  /** Number of rows, including those before a resumption. */
  long rows();

  /** Size of the file so far. */
  long bytes();

  /**
   * Makes the content durable in two steps: this one before the checkpoint is recorded, the other
   * one after it.
   */
  void beforeNote() throws IOException;

  /** The second step. */
  void afterNote() throws IOException;

  /** Completes the file under its hidden name. */
  void complete() throws IOException;
}
