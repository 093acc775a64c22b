package dev.sluice.jobs.process;

import dev.sluice.jobs.process.SideFile.SideLines;
import dev.sluice.storage.rows.ByteRows;

/**
 * The result of a piece.
 *
 * @param inputBytes size of the piece's rows
 * @param kept the rows to write
 * @param counts the counts of all rows
 * @param rejects the lines on rejected rows
 * @param beside the additional lines of the output
 */
public record ProcessedPiece(
    long inputBytes, ByteRows kept, ProcessCounts counts, ByteRows rejects, SideLines beside) {
  /** Creates a result without additional lines. */
  public static ProcessedPiece of(
      long inputBytes, ByteRows kept, ProcessCounts counts, ByteRows rejects) {
    return new ProcessedPiece(inputBytes, kept, counts, rejects, SideLines.none());
  }
}
