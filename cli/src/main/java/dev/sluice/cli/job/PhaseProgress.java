package dev.sluice.cli.job;

import dev.sluice.cli.ProgressMode;
import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * Shows how far a job of several phases is: a bar for each on a terminal, lines at intervals
 * elsewhere. Thread-safe.
 */
public final class PhaseProgress {
  private static final long BAR_NANOS = 200_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;
  private static final int BAR = 20;

  private final PrintStream out;
  private final boolean shown;
  private final OptionalInt columns;
  private String phase = "";
  private long lastNanos = System.nanoTime();

  private PhaseProgress(PrintStream out, boolean shown, OptionalInt columns) {
    this.out = out;
    this.shown = shown;
    this.columns = columns;
  }

  /** On stderr, which may be a terminal. */
  public static PhaseProgress onStderr(ProgressMode mode) {
    return on(System.err, mode, Terminal.columns());
  }

  static PhaseProgress on(PrintStream out, ProgressMode mode, OptionalInt columns) {
    OptionalInt redrawn = mode == ProgressMode.AUTO ? columns : OptionalInt.empty();
    return new PhaseProgress(out, mode != ProgressMode.NONE, redrawn);
  }

  /** Tells how far a phase is; shown now and then, and when it is done. */
  public synchronized void reached(String current, long done, long of) {
    long now = System.nanoTime();
    boolean bar = columns.isPresent();
    boolean due = now - lastNanos >= (bar ? BAR_NANOS : LINE_NANOS) || bar && done == of;
    if (!shown || !due) {
      return;
    }
    lastNanos = now;
    String text = String.format(Locale.ROOT, "%s: %,d of %,d", current, done, of);
    if (bar) {
      redraw(current, text, of == 0 ? 1 : (double) done / of);
    } else {
      out.println(text);
    }
    out.flush();
  }

  private void redraw(String current, String text, double share) {
    if (!phase.isEmpty() && !phase.equals(current)) {
      out.println();
    }
    phase = current;
    int full = (int) Math.round(BAR * Math.min(1, share));
    String line = "[" + "#".repeat(full) + "-".repeat(BAR - full) + "] " + text;
    int room = Math.max(0, columns.getAsInt() - 1);
    out.print(Terminal.CLEAR_LINE + (line.length() < room ? line : line.substring(0, room)));
  }

  /** Leaves the terminal on a line of its own. */
  public synchronized void end() {
    if (!phase.isEmpty()) {
      phase = "";
      out.println();
      out.flush();
    }
  }
}
