package dev.sluice.topics.progress;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** A unit's list of files while its pieces arrive, in order. */
final class PartialFiles {
  private final InputFiles.Builder files = new InputFiles.Builder();
  private final int pieces;
  private final long offset;
  private int added;

  /**
   * @param pieces number of pieces of the list
   * @param offset offset of the first piece
   */
  PartialFiles(int pieces, long offset) {
    this.pieces = pieces;
    this.offset = offset;
  }

  /**
   * Adds the next piece.
   *
   * @throws IOException if it is another piece, or not a list
   */
  void add(int piece, int of, JsonNode list) throws IOException {
    if (piece != added || of != pieces) {
      throw new IOException(
          "piece %d of %d, expected piece %d of %d".formatted(piece, of, added, pieces));
    }
    FilesPieces.read(list, files);
    added++;
  }

  boolean isComplete() {
    return added == pieces;
  }

  InputFiles files() {
    return files.build();
  }

  long offset() {
    return offset;
  }
}
