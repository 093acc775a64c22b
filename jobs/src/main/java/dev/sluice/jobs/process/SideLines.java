package dev.sluice.jobs.process;

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
}
