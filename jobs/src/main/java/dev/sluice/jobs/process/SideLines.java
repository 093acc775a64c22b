package dev.sluice.jobs.process;

import java.io.IOException;

/** Lines of a piece that go beside the output. */
interface SideLines {
  /** What they have together. */
  int bytes();

  /**
   * Adds those that are wanted.
   *
   * @param before how many there are of each kind
   * @return how many there are then
   */
  TraceCounts addTo(SideFile file, TraceCounts before) throws IOException;
}
