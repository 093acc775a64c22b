package dev.sluice.app.progress;

import java.util.Locale;
import java.util.OptionalLong;

/**
 * The progress of a run at one moment.
 *
 * @param bytesRead of all files
 * @param bytesPlanned size of all files; 0 if there is nothing to read
 * @param rows read by this process
 * @param curated documents consumed by the sink of this process, if it has one
 * @param unit being read; empty if none is
 * @param seconds since the job started
 */
record ProgressSnapshot(
    long bytesRead, long bytesPlanned, long rows, OptionalLong curated, String unit, double seconds)
    implements ProgressLine {
  private static final double MEGABYTE = 1e6;

  @Override
  public double done() {
    return bytesPlanned == 0 ? 1 : Math.min(1, (double) bytesRead / bytesPlanned);
  }

  @Override
  public String text(boolean isLast) {
    StringBuilder line = new StringBuilder();
    line.append(format("%3.0f %% read", 100 * done()));
    if (done() > 0 && done() < 1) {
      line.append(format(", %d s left", Math.round(seconds * (1 - done()) / done())));
    } else if (done() == 1 && !isLast && curated.isPresent()) {
      line.append(", curating the rest");
    }
    line.append(format(", %,d rows (%,.0f/s)", rows, rows / seconds));
    line.append(format(", %.1f MB/s", bytesRead / MEGABYTE / seconds));
    curated.ifPresent(documents -> line.append(format(", %,d kept", documents)));
    return unit.isEmpty() ? line.toString() : line + ", " + unit;
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
