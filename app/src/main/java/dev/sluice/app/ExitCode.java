package dev.sluice.app;

/** The exit codes of the process. */
public final class ExitCode {
  /** Means that all of the work was done. */
  public static final int DONE = 0;

  /**
   * Means that the work failed. The last line on stderr states what failed, where, and what to do
   * about it.
   */
  public static final int FAILED = 1;

  /**
   * Means that the command line or the configuration is wrong. Every problem was listed, and
   * nothing was started or written.
   */
  public static final int USAGE = 2;

  /** Means that {@code validate} found data that breaks a rule. */
  public static final int RULE_BROKEN = 3;

  /**
   * Means that the work finished, but some input was quarantined or has changed since it was read.
   */
  public static final int QUARANTINED = 4;

  /**
   * Means that a unit waits for a decision because near-deduplication removes too much of some
   * group.
   */
  public static final int UNDECIDED = 5;

  /**
   * Means that a signal stopped the process cleanly. The process then ends with the signal's code,
   * 130 or 143, which no command returns.
   */
  public static final int STOPPED = 128;

  private ExitCode() {}
}
