package dev.sluice.app.progress;

/** The progress at one moment, as a line to display. */
interface ProgressLine {
  /**
   * Everything but a bar. The most important comes first, because a terminal may be narrow.
   *
   * @param isLast whether no other follows
   */
  String text(boolean isLast);

  /** The fraction that is done, from 0 to 1. */
  double done();

  /** Since the start. */
  double seconds();
}
