package dev.sluice.app.progress;

import dev.sluice.app.ProgressMode;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.LongSupplier;

/**
 * Displays the progress of a file job: each phase as a bar on a terminal, as lines at intervals
 * elsewhere, or as JSON. A phase without any work is not displayed. Thread-safe.
 */
public final class PhaseProgress implements JobProgress {
  private static final double NANOS = 1e9;
  private static final long INTERVAL_MILLIS = 200;

  private final PrintStream out;
  private final ProgressDisplay display;
  private final LongSupplier nanos;
  private final long startNanos;
  private final ProgressClock clock = new ProgressClock(this::update, INTERVAL_MILLIS);
  private final List<PhaseSnapshot> ended = new ArrayList<>();
  private List<JobPhase> plan = List.of();
  private Optional<CurrentPhase> current = Optional.empty();

  /** A phase that is under way. */
  private static final class CurrentPhase {
    private final double startSeconds;
    private final long doneBefore;
    private final TimeLeft timeLeft = new TimeLeft();
    private JobPosition at;

    CurrentPhase(JobPosition first, double seconds) {
      this.startSeconds = seconds;
      this.doneBefore = first.done();
      this.at = first;
    }

    void reach(JobPosition position, double seconds) {
      at = position;
      timeLeft.reached(seconds, position.done());
    }
  }

  private PhaseProgress(PrintStream out, ProgressDisplay display, LongSupplier nanos) {
    this.out = out;
    this.display = display;
    this.nanos = nanos;
    this.startNanos = nanos.getAsLong();
  }

  /**
   * On stderr, which may be a terminal.
   *
   * @param job the command
   */
  public static PhaseProgress onStderr(ProgressMode mode, String job) {
    return new PhaseProgress(
        System.err,
        ProgressReport.display(System.err, mode, Terminal.columns(), job),
        System::nanoTime);
  }

  static PhaseProgress on(
      PrintStream out, ProgressMode mode, OptionalInt columns, LongSupplier nanos) {
    return new PhaseProgress(out, ProgressReport.display(out, mode, columns, "job"), nanos);
  }

  private double seconds() {
    return (nanos.getAsLong() - startNanos) / NANOS;
  }

  @Override
  public synchronized void plan(List<JobPhase> phases) {
    plan = List.copyOf(phases);
  }

  @Override
  public synchronized void reached(JobPosition position) {
    if (position.done() == 0) {
      return;
    }
    double now = seconds();
    if (current.isEmpty() || !current.get().at.phase().equals(position.phase())) {
      endPhase();
      current = Optional.of(new CurrentPhase(position, now));
      clock.start();
    }
    current.get().reach(position, now);
    display.show(snapshot(current.get()), false);
  }

  /** Counts down, and goes on telling what a job does that has not moved for a while. */
  private synchronized void update() {
    current.ifPresent(phase -> display.show(snapshot(phase), false));
  }

  private PhaseSnapshot snapshot(CurrentPhase phase) {
    double now = seconds();
    return new PhaseSnapshot(
        phase.at,
        plan,
        List.copyOf(ended),
        now,
        now - phase.startSeconds,
        phase.at.done() - phase.doneBefore,
        phase.timeLeft.until(now, phase.at.total()));
  }

  @Override
  public synchronized void warn(String message) {
    out.println(Terminal.lineStart() + "sluice: warning: " + message);
  }

  private void endPhase() {
    current.ifPresent(
        phase -> {
          PhaseSnapshot last = snapshot(phase);
          display.show(last, true);
          ended.add(last);
        });
    current = Optional.empty();
  }

  /** Displays the final state of the current phase. */
  public synchronized void end() {
    clock.stop();
    endPhase();
    if (!ended.isEmpty()) {
      display.end(ended.get(ended.size() - 1));
      ended.clear();
    }
  }
}
