package dev.sluice.app.progress;

import java.util.OptionalInt;

/** Whether stderr is a terminal. The launcher tests it, because Java cannot. */
public final class Terminal {
  /** Moves to the start of the line and clears it. */
  static final String CLEAR_LINE = "\r\u001b[K";

  private static final String COLUMNS = "sluice.terminal.columns";

  private Terminal() {}

  /** Prefix for messages, which clears a drawn line. */
  public static String lineStart() {
    return columns().isPresent() ? CLEAR_LINE : "";
  }

  /** The width of the terminal; empty if stderr is not a terminal. */
  static OptionalInt columns() {
    int columns = Integer.getInteger(COLUMNS, 0);
    return columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
  }
}
