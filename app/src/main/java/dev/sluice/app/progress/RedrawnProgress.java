package dev.sluice.app.progress;

import dev.sluice.app.logging.Logging;
import java.io.PrintStream;

/**
 * Redraws progress on the last line of a terminal. The line has a bar for the whole job, and as
 * many other parts as fit. Log lines scroll above this line.
 */
final class RedrawnProgress implements ProgressDisplay {
  private static final double INTERVAL_SECONDS = 0.2;
  private static final int BAR = 10;

  /** The minimum width for a bar. A narrower terminal shows no bar, so that words fit. */
  private static final int COLUMNS_WITH_BAR = 60;

  private final PrintStream out;
  private final int columns;
  private double nextSeconds;
  private String line = "";

  /**
   * @param columns number of columns of the terminal
   */
  RedrawnProgress(PrintStream out, int columns) {
    this.out = out;
    this.columns = columns;
  }

  @Override
  public synchronized void show(ProgressDisplay.ProgressLine now, boolean isLast) {
    if (isLast) {
      Logging.showLinesOnStderr();
      print(now.parts(true).fitting(columns - 1) + System.lineSeparator());
      line = "";
    } else if (line.isEmpty() || now.seconds() >= nextSeconds) {
      if (line.isEmpty()) {
        Logging.showLinesBy(this::printAbove);
      }
      nextSeconds = now.seconds() + INTERVAL_SECONDS;
      String bar = columns < COLUMNS_WITH_BAR ? "" : bar(now.done());
      // The last column stays free: some terminals wrap after it.
      line = bar + now.parts(false).fitting(columns - 1 - bar.length());
      print(line);
    }
  }

  private static String bar(double done) {
    int full = Math.min(BAR - 1, (int) Math.round(BAR * done)); // one place always stays empty
    return "[" + "#".repeat(full) + "-".repeat(BAR - full) + "] ";
  }

  /** Prints a log line with its line feed; from any thread. */
  private synchronized void printAbove(String logLine) {
    print(logLine + line);
  }

  private void print(String text) {
    out.print(Terminal.CLEAR_LINE + text);
    out.flush();
  }
}
