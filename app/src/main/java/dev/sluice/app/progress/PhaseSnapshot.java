package dev.sluice.app.progress;

import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The progress of a job in one of its phases.
 *
 * @param plan all phases of the job, in order; empty if the job does not tell
 * @param before the last moments of the phases that have ended
 * @param seconds since the job started
 * @param phaseSeconds since the phase started, in this invocation
 * @param phaseDone since then: less than {@code at.done()} where an interrupted phase is resumed
 * @param secondsLeft of the phase; empty if unknown
 */
record PhaseSnapshot(
    JobPosition at,
    List<JobPhase> plan,
    List<PhaseSnapshot> before,
    double seconds,
    double phaseSeconds,
    long phaseDone,
    OptionalLong secondsLeft)
    implements ProgressLine {

  @Override
  public double done() {
    return at.total() == 0 ? 0 : Math.min(1, (double) at.done() / at.total());
  }

  @Override
  public LineParts parts(boolean isLast) {
    LineParts parts = new LineParts().add(3, number()).add(0, at.phase().name() + ": " + amount());
    if (!isLast && at.total() > at.done()) {
      parts.add(1, RunProgressLine.left(secondsLeft));
    }
    if (at.rows() > 0) {
      parts.add(4, format("%,d rows", at.rows()));
    }
    parts.add(2, rate());
    return isLast ? parts : parts.add(5, at.file());
  }

  private String number() {
    int number = plan.indexOf(at.phase()) + 1;
    return number == 0 || plan.size() == 1 ? "" : format("phase %d of %d", number, plan.size());
  }

  private String amount() {
    if (at.total() == 0) {
      return format("%,d", at.done());
    }
    String share = RunProgressLine.percent(done());
    return at.phase().inBytes() ? share : share + format(" of %,d", at.total());
  }

  private String rate() {
    double rate = phaseDone / phaseSeconds;
    if (!(rate > 0) || Double.isInfinite(rate)) {
      return "";
    }
    return at.phase().inBytes()
        ? ByteSize.approximate(Math.round(rate)) + "/s"
        : format(rate < 10 ? "%.1f/s" : "%,.0f/s", rate);
  }

  @Override
  public Map<String, Object> fields() {
    List<Map<String, Object>> phases = new ArrayList<>();
    before.forEach(phase -> phases.add(phase.phase()));
    phases.add(phase());
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("phases", phases);
    fields.put("phases_planned", plan.stream().map(JobPhase::name).toList());
    return fields;
  }

  private Map<String, Object> phase() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("name", at.phase().name());
    fields.put("done", at.done());
    fields.put("total", at.total());
    fields.put("in_bytes", at.phase().inBytes());
    fields.put("rows", at.rows());
    fields.put("seconds", phaseSeconds);
    secondsLeft.ifPresent(seconds -> fields.put("seconds_left", seconds));
    return fields;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
