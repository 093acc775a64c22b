package dev.sluice.jobs.process;

import dev.sluice.jobs.process.SideFile.SideLines;
import dev.sluice.storage.rows.ByteRows;

/**
 * The result of a piece.
 *
 * @param inputBytes of its rows
 * @param kept rows to be written
 * @param counts of all rows
 * @param rejects lines on rejected rows
 * @param beside additional lines of the output
 */
public record ProcessedPiece(
    long inputBytes, ByteRows kept, ProcessCounts counts, ByteRows rejects, SideLines beside) {
  /** Creates a result with additional lines that are all wanted. */
  public static ProcessedPiece of(
      long inputBytes, ByteRows kept, ProcessCounts counts, ByteRows rejects, ByteRows beside) {
    return new ProcessedPiece(inputBytes, kept, counts, rejects, SideLines.all(beside));
  }
}
