package dev.sluice.app.progress;

import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.text.JobPhase;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The progress of a job on files at one moment.
 *
 * @param phase the current phase
 * @param plan all phases of the job, in order; empty if unknown
 * @param file file that the job works on; empty if unknown
 * @param doneBefore part of the phase that an earlier invocation had done
 * @param seconds time since the job started
 */
record PhaseLine(
    PhaseProgress.Phase phase, List<JobPhase> plan, String file, long doneBefore, double seconds)
    implements ProgressDisplay.ProgressLine {
  @Override
  public double done() {
    return phase.fraction();
  }

  @Override
  public LineParts parts(boolean isLast) {
    LineParts parts = new LineParts().add(3, number()).add(0, phase.name() + ": " + amount());
    if (!isLast && phase.secondsLeft() != null) {
      parts.add(1, RunProgressLine.left(OptionalLong.of(phase.secondsLeft())));
    }
    if (phase.rows() > 0) {
      parts.add(4, format("%,d rows", phase.rows()));
    }
    parts.add(2, rate());
    return isLast ? parts : parts.add(5, file);
  }

  private String number() {
    int number = plan.stream().map(JobPhase::name).toList().indexOf(phase.name()) + 1;
    return number == 0 || plan.size() == 1 ? "" : format("phase %d of %d", number, plan.size());
  }

  private String amount() {
    if (phase.total() == 0) {
      return format("%,d", phase.done());
    }
    String share = RunProgressLine.percent(done());
    return phase.inBytes() ? share : share + format(" of %,d", phase.total());
  }

  /** Returns the rate as text; empty if there is none. */
  private String rate() {
    double rate = (phase.done() - doneBefore) / phase.seconds();
    if (!(rate > 0) || Double.isInfinite(rate)) {
      return "";
    }
    return phase.inBytes()
        ? ByteSize.approximate(Math.round(rate)) + "/s"
        : format(rate < 10 ? "%.1f/s" : "%,.0f/s", rate);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
