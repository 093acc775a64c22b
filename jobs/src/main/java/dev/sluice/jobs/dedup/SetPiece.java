package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.stage.SetSpill;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The shingle sets of the candidates in one piece. Filled by one thread, then read by another. */
final class SetPiece {
  private final List<Long> documents = new ArrayList<>();
  private final List<byte[]> sets = new ArrayList<>();
  private final int rows;
  private long bytes;

  /**
   * @param rows of the piece, including those that are no candidates
   */
  SetPiece(int rows) {
    this.rows = rows;
  }

  void add(long document, byte[] set) {
    documents.add(document);
    sets.add(set);
    bytes += set.length;
  }

  /** Passes everything on, in order. */
  void spillTo(SetSpill spill) throws IOException {
    for (int i = 0; i < documents.size(); i++) {
      spill.add(documents.get(i), sets.get(i));
    }
  }

  int rows() {
    return rows;
  }

  /** The size of all sets. */
  long bytes() {
    return bytes;
  }
}
