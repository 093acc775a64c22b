package dev.sluice.jobs.dedup;

/**
 * What is signed of a piece of a file.
 *
 * @param block {@link SignedDocument}s as one block; empty if there are none
 * @param documents number of documents, or paragraphs or lines, that can have copies
 * @param rows number of rows of the piece
 * @param textBytes size of the documents' texts
 */
record SignedPiece(byte[] block, int documents, int rows, long textBytes) {}
