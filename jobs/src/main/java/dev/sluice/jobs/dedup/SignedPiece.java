package dev.sluice.jobs.dedup;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The signed documents of a piece of a file.
 *
 * @param rows {@link SignedDocument}s, each with its rank in eight bytes and its length in four
 *     bytes before it
 * @param documents number of documents, or paragraphs or lines, that can have copies
 * @param read number of rows of the piece
 * @param textBytes size of the documents' texts
 */
record SignedPiece(ByteBuffer rows, int documents, int read, long textBytes) {
  /** Receives {@link SignedDocument}s. */
  @FunctionalInterface
  interface Receiver {
    /** Receives the next document. Documents of lower rank are decided first. */
    void add(long rank, byte[] bytes, int offset, int length)
        throws IOException, InterruptedException;
  }

  void forEach(Receiver into) throws IOException, InterruptedException {
    ByteBuffer left = rows.duplicate();
    while (left.hasRemaining()) {
      long rank = left.getLong();
      int length = left.getInt();
      into.add(rank, left.array(), left.position(), length);
      left.position(left.position() + length);
    }
  }
}
