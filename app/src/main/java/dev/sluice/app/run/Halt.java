package dev.sluice.app.run;

import dev.sluice.app.ExitCode;
import dev.sluice.app.logging.Logging;
import dev.sluice.app.progress.Terminal;

/**
 * Ends the process where roles cannot stop cleanly: its embedded broker has failed, or its clock
 * was moved back. They do not have to: the same command continues as after a kill.
 */
final class Halt {
  private Halt() {}

  /** Prints the reason as the last line and halts. */
  static void end(String message) {
    Logging.beginStop();
    System.err.println(Terminal.lineStart() + "sluice: " + message);
    System.err.flush();
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }
}
