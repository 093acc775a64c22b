package dev.sluice.topics.progress;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.SortedMap;

/** A unit's list of files while its pieces arrive, in order. */
final class PartialFiles {
  private final InputFiles.Builder files = new InputFiles.Builder();
  private final SortedMap<String, String> sources;
  private final boolean needsIds;
  private final int pieces;
  private final long offset;
  private int added;

  /**
   * @param sources see {@link UnitFiles}
   * @param needsIds see {@link UnitFiles}
   * @param pieces number of pieces of the list
   * @param offset offset of the first piece
   */
  PartialFiles(SortedMap<String, String> sources, boolean needsIds, int pieces, long offset) {
    this.sources = sources;
    this.needsIds = needsIds;
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

  int pieces() {
    return pieces;
  }

  boolean isComplete() {
    return added == pieces;
  }

  UnitFiles files(String unit) {
    return new UnitFiles(unit, files.build(), sources, needsIds);
  }

  long offset() {
    return offset;
  }
}
