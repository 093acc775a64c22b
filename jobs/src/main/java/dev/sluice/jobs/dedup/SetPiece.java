package dev.sluice.jobs.dedup;

import dev.sluice.jobs.dedup.stage.SetSpill;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The sets of the candidates of one piece. Filled by one thread, read by another afterwards. */
final class SetPiece {
  private final List<Long> documents = new ArrayList<>();
  private final List<byte[]> sets = new ArrayList<>();
  private final int rows;
  private long bytes;

  /**
   * @param rows of the piece, with those that nobody asks for
   */
  SetPiece(int rows) {
    this.rows = rows;
  }

  void add(long document, byte[] set) {
    documents.add(document);
    sets.add(set);
    bytes += set.length;
  }

  /** Hands everything over, in order. */
  void spillTo(SetSpill spill) throws IOException {
    for (int i = 0; i < documents.size(); i++) {
      spill.add(documents.get(i), sets.get(i));
    }
  }

  int rows() {
    return rows;
  }

  /** The bytes of all sets. */
  long bytes() {
    return bytes;
  }
}
