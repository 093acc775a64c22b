package dev.sluice.app;

/** The exit codes of the process. */
public final class ExitCode {
  /** All of the work was done. */
  public static final int DONE = 0;

  /**
   * The work failed; the last line on stderr states what failed, where, and what to do about it.
   */
  public static final int FAILED = 1;

  /** Usage or configuration error. Every problem was listed, and nothing was started or written. */
  public static final int USAGE = 2;

  /** {@code validate}: the data broke a rule. */
  public static final int RULE_BROKEN = 3;

  /** Finished, but some input was quarantined, or has changed since it was read. */
  public static final int QUARANTINED = 4;

  /** A unit waits for a decision, because near-deduplication removes too much of some group. */
  public static final int UNDECIDED = 5;

  /**
   * Stopped cleanly by a signal. The process then ends with the signal's code, 130 or 143, which no
   * command returns.
   */
  public static final int STOPPED = 128;

  private ExitCode() {}
}
