package dev.sluice.app.progress;

import dev.sluice.app.ProgressMode;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Reports the progress of the main job: on a redrawn line, in lines at intervals, as JSON, or not
 * at all. Thread-safe.
 */
public final class ProgressReport {
  /** Long enough that adding up the counts of all stages costs little. */
  private static final long INTERVAL_MILLIS = 1_000;

  private final ProgressDisplay display;
  private final ProgressClock clock = new ProgressClock(this::update, INTERVAL_MILLIS);
  private Optional<RunMeter> meter = Optional.empty();

  private ProgressReport(ProgressDisplay display) {
    this.display = display;
  }

  /**
   * On stderr, which may be a terminal.
   *
   * @param job the command
   */
  public static ProgressReport onStderr(ProgressMode mode, String job) {
    return new ProgressReport(display(System.err, mode, Terminal.columns(), job));
  }

  static ProgressDisplay display(
      PrintStream out, ProgressMode mode, OptionalInt columns, String job) {
    return switch (mode) {
      case NONE -> ProgressDisplay.NONE;
      case PLAIN -> new PlainProgress(out);
      case JSON -> new JsonProgress(out, job, System::currentTimeMillis);
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
    public void show(ProgressLine now, boolean isLast) {
      if (isLast || now.seconds() - lastSeconds >= INTERVAL_SECONDS) {
        lastSeconds = now.seconds();
        out.println(now.parts(isLast).all());
        out.flush();
      }
    }
  }

  /** Starts to display what a meter measures. */
  public synchronized void begin(RunMeter measuring) {
    meter = Optional.of(measuring);
    clock.start();
  }

  private synchronized void update() {
    meter.ifPresent(measuring -> display.show(new RunProgressLine(measuring.now()), false));
  }

  /** Displays the final state, if started. */
  public synchronized void end() {
    clock.stop();
    meter.ifPresent(
        measuring -> {
          RunProgressLine last = new RunProgressLine(measuring.now());
          display.show(last, true);
          display.end(last);
        });
    meter = Optional.empty();
  }
}
