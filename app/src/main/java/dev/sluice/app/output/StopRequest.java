package dev.sluice.app.output;

/**
 * Whether a command was asked to stop. Its thread is interrupted as well, but libraries may swallow
 * interrupts while they start, so long-running loops check this too. Thread-safe.
 */
public final class StopRequest {
  private volatile boolean made;

  /**
   * Requests the stop and interrupts the command's thread; a second call does nothing. {@link
   * #check} throws only after the interrupt, so what the command then closes is not interrupted.
   */
  public synchronized void make(Thread command) {
    if (!made) {
      made = true;
      command.interrupt();
    }
  }

  /** Whether {@link #make} was called. */
  public boolean isMade() {
    return made;
  }

  /**
   * Returns unless a stop was requested. If it was, the calling thread is no longer interrupted, as
   * is usual with this exception.
   *
   * @throws InterruptedException if it was
   */
  public synchronized void check() throws InterruptedException {
    if (made) {
      Thread.interrupted();
      throw new InterruptedException("asked to stop");
    }
  }
}
