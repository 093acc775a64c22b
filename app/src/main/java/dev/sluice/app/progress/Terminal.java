package dev.sluice.app.progress;

import java.util.OptionalInt;

/** Determines whether stderr is a terminal. The launcher tests this because Java cannot. */
public final class Terminal {
  /** The control sequence that moves to the start of the line and clears it. */
  static final String CLEAR_LINE = "\r\u001b[K";

  private static final String COLUMNS = "sluice.terminal.columns";

  private Terminal() {}

  /** Returns a prefix for messages that clears a drawn line. */
  public static String lineStart() {
    return columns().isPresent() ? CLEAR_LINE : "";
  }

  /** Returns the width of the terminal, or empty if stderr is not a terminal. */
  static OptionalInt columns() {
    int columns = Integer.getInteger(COLUMNS, 0);
    return columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
  }
}
