package dev.sluice.jobs.documents;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;

/**
 * Receives the results of pieces, in the order of files and rows, on the thread that called {@link
 * DocumentPipeline#run}. A result must not refer to its piece, whose memory is reused, except for
 * rows taken out of it.
 *
 * @param <R> the result of a piece
 */
public interface DocumentResults<R> {
  /** A file has been opened; its pieces follow. Not called for files that cannot be opened. */
  void begun(DocumentFile file) throws IOException, InterruptedException;

  /** The result of a piece of the current file. */
  void accept(R result) throws IOException, InterruptedException;

  /** The current file has been read completely. */
  void ended(TextFile file) throws IOException, InterruptedException;

  /** A file cannot be read any further; earlier results have been passed on. */
  void broken(TextFile file, SourceFormatException problem)
      throws IOException, InterruptedException;
}
