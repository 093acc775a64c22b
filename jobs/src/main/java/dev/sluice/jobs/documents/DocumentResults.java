package dev.sluice.jobs.documents;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;

/**
 * Takes what became of the pieces, in the order of files and rows, in the thread that called {@link
 * DocumentPipeline#run}. A result that has been taken holds nothing of its piece, whose memory is
 * used again, but rows that were taken out of it.
 *
 * @param <R> the result of a piece
 */
public interface DocumentResults<R> {
  /** A file has been opened; its pieces follow. Not told of a file that cannot be opened. */
  void begun(DocumentFile file) throws IOException, InterruptedException;

  /** Takes the result of one piece of the file that was begun last. */
  void accept(R result) throws IOException, InterruptedException;

  /** The file that was begun last has been read to its end. */
  void ended(TextFile file) throws IOException, InterruptedException;

  /** A file cannot be read, or no further; the results before have been handed over. */
  void broken(TextFile file, SourceFormatException problem)
      throws IOException, InterruptedException;
}
