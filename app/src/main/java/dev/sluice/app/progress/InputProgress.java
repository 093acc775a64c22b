package dev.sluice.app.progress;

import dev.sluice.app.ProgressMode;
import java.util.OptionalLong;

/**
 * Shows the progress of reading files on stderr: a redrawn line, lines at intervals, or nothing.
 * Used by one thread.
 */
public final class InputProgress {
  private static final double NANOS = 1e9;

  private final ProgressDisplay display;
  private final long begunNanos = System.nanoTime();
  private ProgressSnapshot last = new ProgressSnapshot(0, 0, 0, OptionalLong.empty(), "", 0);
  private double readSeconds;
  private boolean shown;

  private InputProgress(ProgressDisplay display) {
    this.display = display;
  }

  /** On stderr, which may be a terminal. */
  public static InputProgress onStderr(ProgressMode mode) {
    return new InputProgress(ProgressReport.display(System.err, mode, Terminal.columns()));
  }

  /**
   * Reports the position.
   *
   * @param bytes read of all files
   * @param planned size of all files
   * @param rows read so far
   * @param file being read
   */
  public void reading(long bytes, long planned, long rows, String file) {
    readSeconds = seconds();
    show(new ProgressSnapshot(bytes, planned, rows, OptionalLong.empty(), file, readSeconds));
  }

  /** Reports the work after reading. */
  public void working(String what) {
    show(
        new ProgressSnapshot(
            last.bytesPlanned(),
            last.bytesPlanned(),
            last.rows(),
            OptionalLong.empty(),
            what,
            Math.max(readSeconds, seconds())));
  }

  private double seconds() {
    return (System.nanoTime() - begunNanos) / NANOS;
  }

  private void show(ProgressSnapshot now) {
    last = now;
    shown = true;
    display.show(now, false);
  }

  /** Shows the final state if anything was shown before. */
  public void end() {
    if (shown) {
      display.show(last, true);
    }
  }
}
