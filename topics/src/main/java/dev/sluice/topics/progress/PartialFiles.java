package dev.sluice.topics.progress;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;

/** A unit's list of files of which not all pieces have come. They come in their order. */
final class PartialFiles {
  private final InputFiles.Builder files = new InputFiles.Builder();
  private final int pieces;
  private final long offset;
  private int come;

  /**
   * @param pieces that the list has
   * @param offset of the first
   */
  PartialFiles(int pieces, long offset) {
    this.pieces = pieces;
    this.offset = offset;
  }

  /**
   * Adds the next piece.
   *
   * @throws IOException when it is another one, or no list
   */
  void add(int piece, int of, JsonNode list) throws IOException {
    if (piece != come || of != pieces) {
      throw new IOException(
          "piece %d of %d, where piece %d of %d comes next".formatted(piece, of, come, pieces));
    }
    FilesPieces.read(list, files);
    come++;
  }

  boolean isWhole() {
    return come == pieces;
  }

  InputFiles files() {
    return files.build();
  }

  long offset() {
    return offset;
  }
}
