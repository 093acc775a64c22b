package dev.sluice.jobs.process;

import dev.sluice.storage.rows.ByteRows;
import java.io.IOException;

/** Additional lines of a piece. */
interface SideLines {
  /** Their size. */
  int bytes();

  /**
   * Adds the wanted lines.
   *
   * @param before numbers of lines of each kind so far
   * @return the numbers afterwards
   */
  TraceCounts addTo(SideFile file, TraceCounts before) throws IOException;

  /** Lines that are all wanted. */
  record EveryLine(ByteRows lines) implements SideLines {
    @Override
    public int bytes() {
      return lines.length();
    }

    @Override
    public TraceCounts addTo(SideFile file, TraceCounts before) throws IOException {
      file.add(lines);
      return before;
    }
  }
}
