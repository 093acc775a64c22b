package dev.sluice.jobs.documents;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * What is done with pieces: begun in their order by the thread that reads, done by any other.
 *
 * @param <R> the result of a piece
 */
@FunctionalInterface
public interface DocumentWork<R> {
  /**
   * Begins a piece, in the thread that called {@link DocumentPipeline#run}, in the order of files
   * and rows: here is the place for what depends on the pieces before.
   *
   * @return the work itself, for any thread
   */
  Callable<R> begin(DocumentPiece piece) throws IOException;

  /** Work that depends on nothing but the piece. */
  static <R> DocumentWork<R> of(Function<DocumentPiece, R> work) {
    return piece -> () -> work.apply(piece);
  }
}
