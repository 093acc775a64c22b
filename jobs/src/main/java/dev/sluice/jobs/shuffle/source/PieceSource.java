package dev.sluice.jobs.shuffle.source;

import dev.sluice.jobs.shuffle.request.OversizeRowException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;

/** The rows of a file, in pieces. Not thread-safe; its pieces are independent of it. */
interface PieceSource extends Closeable {
  /**
   * The next piece; empty behind the last.
   *
   * @throws dev.sluice.storage.page.SourceFormatException when the file is broken there
   * @throws OversizeRowException when a row does not fit the memory
   */
  Optional<RowPiece> next() throws IOException;

  /** From where the file can be read on, behind the pieces so far, in the source's own unit. */
  long position();

  /** About how many bytes of the file the pieces so far take on disk. */
  long bytesRead();
}
