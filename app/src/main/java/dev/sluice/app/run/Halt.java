package dev.sluice.app.run;

import dev.sluice.app.ExitCode;
import dev.sluice.app.logging.Logging;
import dev.sluice.app.progress.Terminal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a process that cannot stop cleanly because its embedded broker has failed, its clock was set
 * back, or a plug-in does not end. No data is lost, because the next run continues as after a kill.
 */
public final class Halt {
  private static final Logger LOG = LoggerFactory.getLogger(Halt.class);

  /**
   * The time limit for writing, which may block because the reader of stderr has stopped, or
   * because a plug-in holds its lock.
   */
  private static final long MOST_WORDS_MILLIS = 1_000;

  private Halt() {}

  /**
   * Prints the reason as the last line, and halts. It halts even if the reason cannot be printed.
   */
  public static void end(String message) {
    end(() -> say(message), Halt::halt, MOST_WORDS_MILLIS);
  }

  /** Prints and logs the reason, and halts. */
  public static void end(Logger log, String message) {
    end(
        () -> {
          log.error(message);
          say(message);
        },
        Halt::halt,
        MOST_WORDS_MILLIS);
  }

  private static void halt() {
    Runtime.getRuntime().halt(ExitCode.FAILED);
  }

  private static void say(String message) {
    Logging.beginStop();
    System.err.println(Terminal.lineStart() + "sluice: " + message);
    System.err.flush();
  }

  /** Halts after the message is printed, or after a time limit. */
  static void end(Runnable words, Runnable halting, long mostMillis) {
    try {
      Thread speaking = new Thread(words, "last-words");
      speaking.setDaemon(true);
      speaking.start();
      speaking.join(mostMillis);
    } catch (InterruptedException e) {
      LOG.trace("ends anyway", e);
    } finally {
      halting.run();
    }
  }
}
