package dev.sluice.app.progress;

import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Displays the progress of a file job. Each phase is a bar on a terminal, and lines at intervals
 * elsewhere. A phase without work is not displayed. Thread-safe.
 */
public final class PhaseProgress implements JobProgress {
  private static final double NANOS = 1e9;
  private static final long INTERVAL_MILLIS = 200;

  private final PrintStream out;
  private final ProgressDisplay display;
  private final LongSupplier nanos;
  private final long startNanos;
  private final ProgressClock clock = new ProgressClock(this::update, INTERVAL_MILLIS);
  private final List<Phase> ended = new ArrayList<>();
  private List<JobPhase> plan = List.of();
  private Optional<CurrentPhase> current = Optional.empty();
  private long bytesBefore;

  /** The current phase. */
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

    long bytes() {
      return at.phase().inBytes() ? at.done() - doneBefore : 0;
    }

    Phase until(double seconds) {
      OptionalLong left = timeLeft.until(seconds, at.total());
      return new Phase(
          at.phase().name(),
          at.done(),
          at.total(),
          at.phase().inBytes(),
          at.rows(),
          seconds - startSeconds,
          at.total() > 0 && left.isPresent() ? (Long) left.getAsLong() : null);
    }
  }

  private PhaseProgress(PrintStream out, ProgressDisplay display, LongSupplier nanos) {
    this.out = out;
    this.display = display;
    this.nanos = nanos;
    this.startNanos = nanos.getAsLong();
  }

  /** Displays progress on stderr, whether or not stderr is a terminal. */
  public static PhaseProgress onStderr(ProgressReport.Mode mode) {
    return on(System.err, mode, Terminal.columns(), System::nanoTime);
  }

  static PhaseProgress on(
      PrintStream out, ProgressReport.Mode mode, OptionalInt columns, LongSupplier nanos) {
    return new PhaseProgress(out, ProgressReport.display(out, mode, columns), nanos);
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
    display.show(line(current.get()), false);
  }

  /** Displays the time left and the current file again while the job reports no progress. */
  private synchronized void update() {
    current.ifPresent(phase -> display.show(line(phase), false));
  }

  private PhaseLine line(CurrentPhase phase) {
    double now = seconds();
    return new PhaseLine(phase.until(now), plan, phase.at.file(), phase.doneBefore, now);
  }

  /** Returns the phases that have started, in order. */
  public synchronized List<Phase> phases() {
    List<Phase> phases = new ArrayList<>(ended);
    current.ifPresent(phase -> phases.add(phase.until(seconds())));
    return phases;
  }

  /** Returns the number of phases of the job, or 0 if it is unknown. */
  public synchronized int planned() {
    return plan.size();
  }

  /** Returns how many bytes this invocation has read or written in phases that count bytes. */
  public synchronized long bytes() {
    return bytesBefore + current.map(CurrentPhase::bytes).orElse(0L);
  }

  @Override
  public synchronized void warn(String message) {
    out.println(Terminal.lineStart() + "sluice: warning: " + message);
  }

  private void endPhase() {
    current.ifPresent(
        phase -> {
          display.show(line(phase), true);
          ended.add(phase.until(seconds()));
          bytesBefore += phase.bytes();
        });
    current = Optional.empty();
  }

  /** Displays the final state of the current phase. */
  public synchronized void end() {
    clock.stop();
    endPhase();
  }

  /**
   * The progress of one phase of a job on files.
   *
   * @param name name of the phase
   * @param done finished part of the total
   * @param total total amount; 0 if unknown
   * @param inBytes whether these are bytes
   * @param rows number of rows read or written in the phase
   * @param seconds time spent in the phase
   * @param secondsLeft remaining seconds until the end of the phase; null if unknown
   */
  public record Phase(
      String name,
      long done,
      long total,
      boolean inBytes,
      long rows,
      double seconds,
      Long secondsLeft) {
    /** Returns the finished fraction, from 0 to 1. It is 0 if the total is unknown. */
    public double fraction() {
      return total == 0 ? 0 : Math.min(1, (double) done / total);
    }
  }
}
