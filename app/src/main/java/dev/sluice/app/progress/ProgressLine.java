package dev.sluice.app.progress;

import java.util.Map;

/** The progress at one moment, to display. */
interface ProgressLine {
  /**
   * Everything but a bar.
   *
   * @param isLast whether no other follows
   */
  LineParts parts(boolean isLast);

  /** The fraction that is finished, from 0 to 1. */
  double done();

  /** Since the start. */
  double seconds();

  /** For programs: fields of the run document, in snake case. */
  Map<String, Object> fields();
}
