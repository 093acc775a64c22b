package dev.sluice.app.progress;

import java.util.OptionalInt;

/** Whether stderr is a terminal that lines can be redrawn on. The launcher knows; Java does not. */
public final class Terminal {
  /** To the start of the line, which is then empty. */
  static final String CLEAR_LINE = "\r\u001b[K";

  private static final String COLUMNS = "sluice.terminal.columns";

  private Terminal() {}

  /** What a message begins with, so that nothing drawn stays on its line. */
  public static String lineStart() {
    return columns().isPresent() ? CLEAR_LINE : "";
  }

  /** Its width; empty when there is none. */
  static OptionalInt columns() {
    int columns = Integer.getInteger(COLUMNS, 0);
    return columns > 0 ? OptionalInt.of(columns) : OptionalInt.empty();
  }
}
