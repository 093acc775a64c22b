package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.ByteRows;

/**
 * What became of a piece.
 *
 * @param inputBytes of its rows
 * @param kept rows, as they are to be written
 * @param counts of all rows
 * @param rejects lines about rejected rows
 * @param beside lines that go beside the output
 */
public record ProcessedPiece(
    long inputBytes, ByteRows kept, ProcessCounts counts, ByteRows rejects, SideLines beside) {
  /** A piece of whose lines beside the output all are wanted. */
  public static ProcessedPiece of(
      long inputBytes, ByteRows kept, ProcessCounts counts, ByteRows rejects, ByteRows beside) {
    return new ProcessedPiece(inputBytes, kept, counts, rejects, new EveryLine(beside));
  }
}
