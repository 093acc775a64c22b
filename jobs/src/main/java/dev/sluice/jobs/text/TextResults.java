package dev.sluice.jobs.text;

import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;

/**
 * Takes what became of the texts, in the order of files and rows, in the thread that called {@link
 * TextPipeline#run}.
 */
public interface TextResults<R> {
  /** Takes the result of one batch of a file. */
  void accept(TextFile file, R result) throws IOException;

  /** A file has been read to its end. */
  void ended(TextFile file, FileTally tally) throws IOException;

  /** A file cannot be read, or no further; the results before have been handed over. */
  void broken(TextFile file, FileTally tally, SourceFormatException problem) throws IOException;
}
