package dev.sluice.app.progress;

import dev.sluice.app.logging.Logging;
import java.io.PrintStream;

/**
 * Progress on the last line of a terminal, redrawn: a bar for everything, then the unit being read.
 * Log lines scroll above it.
 */
final class RedrawnProgress implements ProgressDisplay {
  private static final double INTERVAL_SECONDS = 0.2;
  private static final int BAR = 10;

  private final PrintStream out;
  private final int columns;
  private double lastSeconds;
  private String line = "";

  /**
   * @param columns width of the terminal
   */
  RedrawnProgress(PrintStream out, int columns) {
    this.out = out;
    this.columns = columns;
  }

  @Override
  public synchronized void show(ProgressLine now, boolean isLast) {
    if (isLast) {
      Logging.showLinesOnStderr();
      print(now.text(true) + System.lineSeparator());
      line = "";
    } else if (line.isEmpty() || now.seconds() - lastSeconds >= INTERVAL_SECONDS) {
      if (line.isEmpty()) {
        Logging.showLinesBy(this::printAbove);
      }
      lastSeconds = now.seconds();
      int full = Math.min(BAR - 1, (int) Math.round(BAR * now.done())); // full is what has ended
      line = cut("[" + "#".repeat(full) + "-".repeat(BAR - full) + "] " + now.text(false));
      print(line);
    }
  }

  /** Leaves the last column free: some terminals wrap after it. */
  private String cut(String text) {
    return text.length() < columns ? text : text.substring(0, Math.max(0, columns - 1));
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
