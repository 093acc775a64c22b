package dev.sluice.app.progress;

import java.io.PrintStream;

/** Progress as lines at intervals, for files and pipes. */
final class PlainProgress implements ProgressDisplay {
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
