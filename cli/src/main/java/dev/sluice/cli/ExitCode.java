package dev.sluice.cli;

/** What the process's exit code says. */
public final class ExitCode {
  /** All of the work was done. */
  public static final int DONE = 0;

  /** The work failed; the last line on stderr says what, where, and what to do about it. */
  public static final int FAILED = 1;

  /** Usage or configuration error: every problem was listed, nothing was started or written. */
  public static final int USAGE = 2;

  /** {@code validate}: the data broke a rule. */
  public static final int RULE_BROKEN = 3;

  /** Finished, but some input was set aside. */
  public static final int SET_ASIDE = 4;

  /** Stopped by SIGINT, cleanly. */
  public static final int INTERRUPTED = 130;

  /** Stopped by SIGTERM, cleanly. */
  public static final int TERMINATED = 143;

  private ExitCode() {}
}
