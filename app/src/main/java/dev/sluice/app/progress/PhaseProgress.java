package dev.sluice.app.progress;

import dev.sluice.app.ProgressMode;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Displays the progress of a file job: each phase as a bar on a terminal, as lines at intervals
 * elsewhere. A phase without any work is not displayed. Thread-safe.
 */
public final class PhaseProgress implements JobProgress {
  private static final double NANOS = 1e9;

  private final PrintStream out;
  private final ProgressDisplay display;
  private final long startNanos = System.nanoTime();
  private Optional<PhaseSnapshot> last = Optional.empty();
  private double phaseStart;
  private long doneAtStart;

  private PhaseProgress(PrintStream out, ProgressDisplay display) {
    this.out = out;
    this.display = display;
  }

  /** On stderr, which may be a terminal. */
  public static PhaseProgress onStderr(ProgressMode mode) {
    return on(System.err, mode, Terminal.columns());
  }

  static PhaseProgress on(PrintStream out, ProgressMode mode, OptionalInt columns) {
    return new PhaseProgress(out, ProgressReport.display(out, mode, columns));
  }

  @Override
  public synchronized void reached(JobPosition position) {
    if (position.done() == 0) {
      return;
    }
    double now = (System.nanoTime() - startNanos) / NANOS;
    if (last.isEmpty() || !last.get().at().phase().equals(position.phase())) {
      end();
      phaseStart = now;
      doneAtStart = position.done();
    }
    PhaseSnapshot snapshot =
        new PhaseSnapshot(position, now, now - phaseStart, position.done() - doneAtStart);
    last = Optional.of(snapshot);
    display.show(snapshot, false);
  }

  @Override
  public synchronized void warn(String message) {
    out.println(Terminal.lineStart() + "sluice: warning: " + message);
  }

  /** Displays the final state of the current phase. */
  public synchronized void end() {
    last.ifPresent(snapshot -> display.show(snapshot, true));
    last = Optional.empty();
  }
}
