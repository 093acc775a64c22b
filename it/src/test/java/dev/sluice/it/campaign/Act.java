package dev.sluice.it.campaign;

import dev.sluice.it.ProgramProcess;
import java.time.Duration;

/** What is done to a process. */
enum Act {
  KILL("SIGKILL"),
  PAUSE("SIGSTOP longer than the transaction timeout"),
  TERMINATE("SIGTERM"),
  TERMINATE_TWICE("SIGTERM twice");

  /** Of the rounds in which something is paused. */
  static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(5);

  /** The broker looks for old transactions every two seconds. */
  private static final Duration PAUSE_TIME = Duration.ofSeconds(10);

  private static final Duration BETWEEN = Duration.ofMillis(200);
  private static final int SIGKILL = 137;
  private static final int SIGTERM = 143;

  private final String words;

  Act(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  /** Does it; the process may be standing still at a point, and is let go. */
  void on(ProgramProcess program, Debugger debugger) {
    switch (this) {
      case KILL -> program.kill();
      case PAUSE -> {
        program.suspend();
        program.hasEndedWithin(PAUSE_TIME);
        program.resume();
      }
      default -> program.terminate();
    }
    debugger.release();
    if (this == TERMINATE_TWICE) {
      while (!program.hasEndedWithin(BETWEEN)) {
        program.terminate();
      }
    }
  }

  /** Whether a process that it was done to may end with this code. */
  boolean explains(int exitCode) {
    return switch (this) {
      case KILL -> exitCode == SIGKILL;
      case PAUSE -> exitCode == 1;
      case TERMINATE, TERMINATE_TWICE -> exitCode == SIGTERM;
    };
  }
}
