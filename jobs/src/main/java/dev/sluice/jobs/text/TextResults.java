package dev.sluice.jobs.text;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;

/**
 * Receives results in the order of files and rows, on the thread that called {@link
 * TextPipeline#run}.
 */
public interface TextResults<R> {
  /** The result of a batch of a file. */
  void accept(TextFile file, R result) throws IOException;

  /** A file has been read completely. */
  void ended(TextFile file, FileTally tally) throws IOException;

  /** A file cannot be read any further; earlier results have been passed on. */
  void broken(TextFile file, FileTally tally, SourceFormatException problem) throws IOException;
}
