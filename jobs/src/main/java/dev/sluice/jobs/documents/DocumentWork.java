package dev.sluice.jobs.documents;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * The work on pieces: started in order by the reading thread, done by any other.
 *
 * @param <R> the result of a piece
 */
@FunctionalInterface
public interface DocumentWork<R> {
  /**
   * Starts a piece, on the thread that called {@link DocumentPipeline#run}, in the order of files
   * and rows. Anything that depends on earlier pieces belongs here.
   *
   * @return the work itself, for any thread
   */
  Callable<R> begin(DocumentPiece piece) throws IOException;

  /** Work that depends on the piece alone. */
  static <R> DocumentWork<R> of(Function<DocumentPiece, R> work) {
    return piece -> () -> work.apply(piece);
  }
}
