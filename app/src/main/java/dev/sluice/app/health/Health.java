package dev.sluice.app.health;

/** How a process is. Thread-safe: told by the process, asked by others. */
public final class Health {
  /** Where a process is in its life. */
  public enum Phase {
    /** Checks its surroundings, reaches the broker, waits for its share of the work. */
    STARTING,
    /** Reads its state back from the broker: alive, and not to be restarted. */
    RESTORING,
    /** Does its work. */
    READY,
    /** Finishes what it has begun, because it was told to stop. */
    STOPPING
  }

  private final String role;
  private volatile Phase phase = Phase.STARTING;

  /** Of a process that starts, in this role. */
  public Health(String role) {
    this.role = role;
  }

  /** From now on the process is here; one that stops does not come back. */
  public synchronized void enter(Phase next) {
    if (phase != Phase.STOPPING) {
      phase = next;
    }
  }

  /** Of a process with state, which is there or still to be restored. */
  public static Phase ofState(boolean there) {
    return there ? Phase.READY : Phase.RESTORING;
  }

  /** What the process does. */
  public String role() {
    return role;
  }

  /** Where it is. */
  public Phase phase() {
    return phase;
  }
}
