package dev.sluice.app.progress;

import dev.sluice.app.ProgressMode;
import java.util.OptionalLong;

/**
 * Tells on stderr how far the reading of files is: on a redrawn line, in lines at intervals, or
 * not. Used by one thread.
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
   * Tells how far it is.
   *
   * @param bytes of all files that have been read
   * @param planned bytes of all files
   * @param rows read so far
   * @param file being read
   */
  public void reading(long bytes, long planned, long rows, String file) {
    readSeconds = seconds();
    show(new ProgressSnapshot(bytes, planned, rows, OptionalLong.empty(), file, readSeconds));
  }

  /** Tells what is done after the reading. */
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

  /** Shows the last moment, if any was shown. */
  public void end() {
    if (shown) {
      display.show(last, true);
    }
  }
}
