package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.shuffle.request.OversizeRowException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/**
 * The rows of a file, in pieces. Reads are repeated up to three times after I/O errors. Not
 * thread-safe; pieces are independent of their source.
 */
public interface PieceSource extends Closeable {
  /**
   * The next piece; empty after the last.
   *
   * @throws dev.sluice.storage.page.SourceFormatException if the file is broken at this position
   * @throws OversizeRowException if a row does not fit into memory
   */
  Optional<RowPiece> next() throws IOException;

  /** The position after the pieces so far, in the source's own unit. Reading can resume there. */
  long position();

  /** Approximate size on disk of the pieces so far. */
  long bytesRead();
}
