package dev.sluice.cli.job;

import dev.sluice.cli.ExitCode;
import dev.sluice.cli.logging.Logging;

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
