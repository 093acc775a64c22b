package dev.sluice.storage.source;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The columns of rows beside those of a document: those that the filter compares, and those that
 * are carried along. Rows are asked for in order, by their index in the file. Not thread-safe.
 */
interface OtherColumns extends Closeable {
  /**
   * Whether the row passes the filter, or may: one that the filter cannot compare has a {@link
   * #rejection}.
   */
  boolean passesFilter(long row) throws IOException;

  /** What the row carries along, as a record, valid until another row is asked for. */
  ByteBuffer carried(long row) throws IOException;

  /** Why the row cannot be kept. */
  Optional<RowRejection> rejection(long row) throws IOException;
}
