package dev.sluice.jobs.process;

import dev.sluice.jobs.documents.ByteRows;

/**
 * What became of a piece.
 *
 * @param inputBytes of its rows
 * @param kept rows, as they are to be written
 * @param counts of all rows
 * @param rejects lines about rejected rows
 * @param trace examples
 */
record ProcessedPiece(
    long inputBytes, ByteRows kept, ProcessCounts counts, ByteRows rejects, PieceTrace trace) {}
