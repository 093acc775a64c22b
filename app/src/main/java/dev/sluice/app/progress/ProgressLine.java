package dev.sluice.app.progress;

import java.util.Map;

/** The progress at one moment, to display. */
interface ProgressLine {
  /**
   * All parts of the line except the bar.
   *
   * @param isLast whether no other follows
   */
  LineParts parts(boolean isLast);

  /** The fraction that is finished, from 0 to 1. */
  double done();

  /** Seconds since the start. */
  double seconds();

  /** Fields of the run document, in snake case, for {@code --progress json}. */
  Map<String, Object> fields();
}
