package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunState.Phase;
import dev.sluice.app.monitor.RunState.Progress;
import dev.sluice.app.monitor.Series.Figure;
import dev.sluice.app.monitor.Work.Look;
import dev.sluice.app.progress.TimeLeft;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A job on files: its phases, as it reports them. Passes all reports on. Each phase is an equal
 * part of its progress. Thread-safe.
 */
public final class PhasesWork implements Work, JobProgress {
  private static final double NANOS = 1e9;

  private final JobProgress next;
  private final List<Phase> ended = new ArrayList<>();
  private int planned;
  private JobPosition at;
  private TimeLeft timeLeft = new TimeLeft();
  private long doneBefore;
  private long startNanos;
  private long bytesBefore;
  private long rowsBefore;

  /**
   * @param next is told everything too
   */
  public PhasesWork(JobProgress next) {
    this.next = next;
  }

  @Override
  public void plan(List<JobPhase> phases) {
    announce(phases);
    next.plan(phases);
  }

  private synchronized void announce(List<JobPhase> phases) {
    planned = phases.size();
  }

  @Override
  public void reached(JobPosition position) {
    move(position);
    next.reached(position);
  }

  @Override
  public void warn(String message) {
    next.warn(message);
  }

  private synchronized void move(JobPosition position) {
    if (at == null || !at.phase().equals(position.phase())) {
      end();
      startNanos = System.nanoTime();
      doneBefore = position.done();
      timeLeft = new TimeLeft();
    }
    at = position;
    timeLeft.reached(seconds(), position.done());
  }

  private void end() {
    if (at != null) {
      ended.add(phase(at, seconds(), null));
      bytesBefore += bytes();
      rowsBefore += at.rows();
    }
  }

  private double seconds() {
    return (System.nanoTime() - startNanos) / NANOS;
  }

  private long bytes() {
    return at.phase().inBytes() ? at.done() - doneBefore : 0;
  }

  private static Phase phase(JobPosition at, double seconds, Long left) {
    JobPhase phase = at.phase();
    return new Phase(
        phase.name(), at.done(), at.total(), phase.inBytes(), at.rows(), seconds, left);
  }

  /** Of this phase, as on the terminal; null if unknown. */
  private Long secondsLeft() {
    OptionalLong left = timeLeft.until(seconds(), at.total());
    return at.total() > 0 && left.isPresent() ? left.getAsLong() : null;
  }

  @Override
  public synchronized Look look() {
    if (at == null) {
      return Look.NOTHING;
    }
    List<Phase> phases = new ArrayList<>(ended);
    phases.add(phase(at, seconds(), secondsLeft()));
    double part = at.total() == 0 ? 0 : Math.min(1, (double) at.done() / at.total());
    double fraction = (ended.size() + part) / Math.max(planned, phases.size());
    Long left = phases.size() < planned ? null : secondsLeft();
    return new Look(
        RunState.ofFiles(new Progress(0, 0, fraction, left), phases),
        true,
        Map.of(
            Figure.READ_BYTES_PER_SECOND,
            (double) (bytesBefore + bytes()),
            Figure.ROWS_PER_SECOND,
            (double) (rowsBefore + at.rows())));
  }
}
