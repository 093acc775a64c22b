package dev.sluice.app;

/** The exit codes of the process. */
public final class ExitCode {
  /** All of the work was done. */
  public static final int DONE = 0;

  /** The work failed; the last line on stderr says what, where, and what to do about it. */
  public static final int FAILED = 1;

  /** Usage or configuration error: every problem was listed, nothing was started or written. */
  public static final int USAGE = 2;

  /** {@code validate}: the data broke a rule. */
  public static final int RULE_BROKEN = 3;

  /** Finished, but some input was quarantined, or has changed after it was read. */
  public static final int QUARANTINED = 4;

  /**
   * Stopped by a signal, cleanly. The process ends with the signal's own code, 130 or 143, which is
   * no command's to give.
   */
  public static final int STOPPED = 128;

  private ExitCode() {}
}
