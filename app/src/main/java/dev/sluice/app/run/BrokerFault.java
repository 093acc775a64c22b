package dev.sluice.app.run;

import dev.sluice.app.ExitCode;
import dev.sluice.app.logging.Logging;
import dev.sluice.app.progress.Terminal;

/**
 * Ends the process when its embedded broker fails. Without a broker, no role can stop cleanly, and
 * none has to: the same command continues as after a kill.
 */
final class BrokerFault {
  private BrokerFault() {}

  /** Prints the reason as the last line and halts. */
  static void end(String message) {
    Logging.beginStop();
    System.err.println(Terminal.lineStart() + "sluice: " + message);
    System.err.flush();
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }
}
