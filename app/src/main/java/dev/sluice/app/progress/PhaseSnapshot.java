package dev.sluice.app.progress;

import dev.sluice.jobs.text.JobPosition;
import java.util.Locale;

/**
 * The progress of a job in one of its phases.
 *
 * @param seconds since the job started
 * @param phaseSeconds since the phase started, in this invocation
 * @param phaseDone since then: less than {@code at.done()} where an interrupted phase is resumed
 */
record PhaseSnapshot(JobPosition at, double seconds, double phaseSeconds, long phaseDone)
    implements ProgressLine {
  private static final double MEGABYTE = 1e6;

  @Override
  public double done() {
    return at.total() == 0 ? 0 : Math.min(1, (double) at.done() / at.total());
  }

  @Override
  public String text(boolean isLast) {
    StringBuilder text = new StringBuilder(at.phase().name()).append(": ").append(amount());
    double rate = phaseDone / phaseSeconds;
    if (rate > 0 && at.total() > at.done() && !isLast) {
      text.append(format(", %.0f s left", (at.total() - at.done()) / rate));
    }
    if (at.rows() > 0) {
      text.append(format(", %,d rows", at.rows()));
    }
    if (rate > 0 && at.phase().inBytes()) {
      text.append(format(", %.1f MB/s", rate / MEGABYTE));
    }
    return at.file().isEmpty() || isLast ? text.toString() : text + ", " + at.file();
  }

  private String amount() {
    if (at.total() == 0) {
      return format("%,d", at.done());
    }
    String share = format("%.0f %%", 100 * done());
    return at.phase().inBytes() ? share : share + format(" of %,d", at.total());
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
