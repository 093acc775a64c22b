package dev.sluice.app.progress;

import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reports the progress of the main job on a redrawn line, in lines at intervals, or not at all.
 * Thread-safe.
 */
public final class ProgressReport {
  /**
   * The interval between updates, which is long enough that adding up the counts of all stages
   * costs little.
   */
  private static final long INTERVAL_MILLIS = 1_000;

  private final ProgressDisplay display;
  private final ProgressClock clock = new ProgressClock(this::update, INTERVAL_MILLIS);
  private Optional<RunMeter> meter = Optional.empty();

  private ProgressReport(ProgressDisplay display) {
    this.display = display;
  }

  /** Displays progress on stderr, whether or not stderr is a terminal. */
  public static ProgressReport onStderr(Mode mode) {
    return new ProgressReport(display(System.err, mode, Terminal.columns()));
  }

  static ProgressDisplay display(PrintStream out, Mode mode, OptionalInt columns) {
    return switch (mode) {
      case NONE -> ProgressDisplay.NONE;
      case PLAIN -> new PlainProgress(out);
      case AUTO ->
          columns.isPresent()
              ? new RedrawnProgress(out, columns.getAsInt())
              : new PlainProgress(out);
    };
  }

  /** Progress as lines at intervals, for files and pipes. */
  private static final class PlainProgress implements ProgressDisplay {
    private static final double INTERVAL_SECONDS = 5;

    private final PrintStream out;
    private double lastSeconds;

    PlainProgress(PrintStream out) {
      this.out = out;
    }

    @Override
    public void show(ProgressDisplay.ProgressLine now, boolean isLast) {
      if (isLast || now.seconds() - lastSeconds >= INTERVAL_SECONDS) {
        lastSeconds = now.seconds();
        out.println(now.parts(isLast).all());
        out.flush();
      }
    }
  }

  /** Starts to display the progress that a meter measures. */
  public synchronized void begin(RunMeter measuring) {
    meter = Optional.of(measuring);
    clock.start();
  }

  private synchronized void update() {
    meter.ifPresent(measuring -> display.show(new RunProgressLine(measuring.now()), false));
  }

  /** Displays the final state, if the display was started. */
  public synchronized void end() {
    clock.stop();
    meter.ifPresent(measuring -> display.show(new RunProgressLine(measuring.now()), true));
    meter = Optional.empty();
  }

  /** How progress is shown on stderr. */
  public enum Mode {
    /** Draws bars on a terminal, and prints plain lines elsewhere. */
    AUTO,
    /** Prints plain lines. */
    PLAIN,
    /** Shows no progress. */
    NONE
  }
}
