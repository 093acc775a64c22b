package dev.sluice.app.output;

/**
 * Records whether a command was asked to stop. Its thread is interrupted as well, but libraries may
 * swallow interrupts while they start, so long-running loops check this too. Thread-safe.
 */
public final class StopRequest {
  private volatile boolean made;

  /**
   * Requests the stop and interrupts the command's thread. A second call does nothing. {@link
   * #check} throws only after the interrupt, so that the command's cleanup is not interrupted.
   */
  public synchronized void make(Thread command) {
    if (!made) {
      made = true;
      command.interrupt();
    }
  }

  /** Returns whether {@link #make} was called. */
  public boolean isMade() {
    return made;
  }

  /**
   * Throws an exception if a stop was requested. The calling thread is then no longer interrupted,
   * as is usual with this exception.
   *
   * @throws InterruptedException if a stop was requested
   */
  public synchronized void check() throws InterruptedException {
    if (made) {
      Thread.interrupted();
      throw new InterruptedException("a stop was requested");
    }
  }
}
