package dev.sluice.app.health;

import java.util.Locale;

/** The state of a process for health checks. Thread-safe: set by the process, read by others. */
public final class Health {
  /** The phase of a process's life. */
  public enum Phase {
    /** Checks its environment, connects to the broker, waits for its partitions. */
    STARTING,
    /** Restores its state from the broker. Alive; restarting it would lose time. */
    RESTORING,
    /** Works. */
    READY,
    /** Finishes its work after a request to stop. */
    STOPPING
  }

  private final String role;
  private volatile Phase phase = Phase.STARTING;

  /** Creates the state of a process that is starting. */
  public Health(String role) {
    this.role = role;
  }

  /** Sets the phase. {@code STOPPING} is final. */
  public synchronized void enter(Phase next) {
    if (phase != Phase.STOPPING) {
      phase = next;
    }
  }

  /** The phase of a process, by whether its state is restored. */
  public static Phase ofState(boolean there) {
    return there ? Phase.READY : Phase.RESTORING;
  }

  /** The role of the process. */
  public String role() {
    return role;
  }

  /** The current phase in lower case, as in JSON. */
  public String phaseName() {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  /** The current phase. */
  public Phase phase() {
    return phase;
  }
}
