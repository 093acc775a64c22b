package dev.sluice.app.progress;

import dev.sluice.app.ProgressMode;
import java.io.PrintStream;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Shows the progress of a job with several phases: a bar for each on a terminal, lines at intervals
 * elsewhere. Thread-safe.
 */
public final class PhaseProgress {
  private static final long BAR_NANOS = 200_000_000L;
  private static final long LINE_NANOS = 5_000_000_000L;
  private static final int BAR = 20;
  private static final double NANOS = 1e9;
  private static final double MEGABYTE = 1e6;

  private final PrintStream out;
  private final boolean shown;
  private final OptionalInt columns;
  private final Set<String> inBytes;
  private String phase = "";
  private String drawn = "";
  private long begunNanos;
  private long begunWith;
  private long lastNanos = System.nanoTime();

  private PhaseProgress(PrintStream out, boolean shown, OptionalInt columns, Set<String> inBytes) {
    this.inBytes = Set.copyOf(inBytes);
    this.out = out;
    this.shown = shown;
    this.columns = columns;
  }

  /**
   * On stderr, which may be a terminal.
   *
   * @param inBytes phases measured in bytes; others count items
   */
  public static PhaseProgress onStderr(ProgressMode mode, String... inBytes) {
    return on(System.err, mode, Terminal.columns(), inBytes);
  }

  static PhaseProgress on(
      PrintStream out, ProgressMode mode, OptionalInt columns, String... inBytes) {
    OptionalInt redrawn = mode == ProgressMode.AUTO ? columns : OptionalInt.empty();
    return new PhaseProgress(out, mode != ProgressMode.NONE, redrawn, Set.of(inBytes));
  }

  /**
   * Reports the progress of a phase. Shown at intervals and at the end of the phase; a phase
   * without any work is not shown.
   *
   * @param of total amount of work; 0 if unknown
   */
  public synchronized void reached(String current, long done, long of) {
    if (done == 0) {
      return;
    }
    long now = System.nanoTime();
    if (!current.equals(phase)) {
      phase = current;
      begunNanos = now;
      begunWith = done;
    }
    boolean bar = columns.isPresent();
    boolean due = now - lastNanos >= (bar ? BAR_NANOS : LINE_NANOS) || bar && done == of;
    if (!shown || !due) {
      return;
    }
    lastNanos = now;
    String text = text(done, of, (now - begunNanos) / NANOS);
    if (bar) {
      redraw(text, of == 0 ? 1 : (double) done / of);
    } else {
      out.println(text);
    }
    out.flush();
  }

  /** The rate is computed from this invocation only, not from work done before an interruption. */
  private String text(long done, long of, double seconds) {
    StringBuilder text = new StringBuilder(phase).append(": ");
    boolean bytes = inBytes.contains(phase);
    text.append(
        of == 0 ? format("%,d", done) : format("%.0f %%", Math.min(100, 100.0 * done / of)));
    text.append(of == 0 || bytes ? "" : format(" of %,d", of));
    double pace = (done - begunWith) / seconds;
    if (pace > 0 && of > done) {
      text.append(format(", %.0f s left", (of - done) / pace));
    }
    return pace > 0 && bytes
        ? text.append(format(", %.1f MB/s", pace / MEGABYTE)).toString()
        : text.toString();
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  private void redraw(String text, double share) {
    if (!drawn.isEmpty() && !drawn.equals(phase)) {
      out.println();
    }
    drawn = phase;
    int full = (int) Math.round(BAR * Math.min(1, share));
    String line = "[" + "#".repeat(full) + "-".repeat(BAR - full) + "] " + text;
    int room = Math.max(0, columns.getAsInt() - 1);
    out.print(Terminal.CLEAR_LINE + (line.length() < room ? line : line.substring(0, room)));
  }

  /** Moves the terminal to a new line. */
  public synchronized void end() {
    if (!drawn.isEmpty()) {
      drawn = "";
      out.println();
      out.flush();
    }
  }
}
