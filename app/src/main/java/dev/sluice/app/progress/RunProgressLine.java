package dev.sluice.app.progress;

import dev.sluice.app.progress.RunProgress.DumpProgress;
import dev.sluice.core.values.ByteSize;
import dev.sluice.core.values.DurationText;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;

/** The progress of the main job, or of its ingest, as a line. */
record RunProgressLine(RunProgress now) implements ProgressDisplay.ProgressLine {
  @Override
  public LineParts parts(boolean isLast) {
    if (!now.known()) {
      return new LineParts().add(0, "starting");
    }
    LineParts parts = new LineParts().add(0, percent(now.fraction()));
    if (!isLast) {
      parts.add(1, left(now.secondsLeft()));
    }
    parts.add(6, format("%,d rows", now.rows()));
    if (now.kept().isPresent()) {
      parts.add(2, format("%,d kept", now.kept().getAsLong()));
    }
    parts.add(4, format("%,.0f rows/s", now.rowsPerSecond()));
    parts.add(5, ByteSize.approximate(Math.round(now.bytesPerSecond())) + "/s");
    return isLast ? parts : parts.add(3, dump());
  }

  /** Returns the dump that is sealed next, with its remaining time if others follow. */
  private String dump() {
    if (now.dumps().isEmpty()) {
      return "";
    }
    DumpProgress dump = now.dumps().get(0);
    boolean isLast = now.dumps().size() == 1 || dump.secondsLeft().isEmpty();
    return isLast ? dump.name() : dump.name() + ": " + left(dump.secondsLeft());
  }

  /** Formats a fraction in whole percent, rounded down, so that 100 % means finished. */
  static String percent(double fraction) {
    return format("%d %%", (int) (100 * fraction));
  }

  /** Returns the time left as text, or empty if it is unknown or 0. */
  static String left(OptionalLong seconds) {
    return seconds.orElse(0) == 0
        ? ""
        : DurationText.approximate(Duration.ofSeconds(seconds.getAsLong())) + " left";
  }

  @Override
  public double done() {
    return now.fraction();
  }

  @Override
  public double seconds() {
    return now.seconds();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
