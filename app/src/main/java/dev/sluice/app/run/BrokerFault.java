package dev.sluice.app.run;

import dev.sluice.app.ExitCode;
import dev.sluice.app.logging.Logging;
import dev.sluice.app.progress.Terminal;

/**
 * What becomes of the process when its embedded broker cannot go on: nothing could be stopped in
 * order without a broker, and nothing needs to be, because the same command continues after a kill.
 */
final class BrokerFault {
  private BrokerFault() {}

  /** Says why in the last line, and ends the process on the spot. */
  static void end(String message) {
    Logging.beginStop();
    System.err.println(Terminal.lineStart() + "sluice: " + message);
    System.err.flush();
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }
}
