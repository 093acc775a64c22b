package dev.sluice.cli.job;

/**
 * Whether a command was asked to stop. Its thread is interrupted too, but libraries swallow
 * interrupts while they start: loops that wait for hours ask here as well. For any thread.
 */
public final class StopRequest {
  private volatile boolean made;

  /** Asks to stop; there is no way back. */
  public void make() {
    made = true;
  }

  /** Whether {@link #make} was called. */
  public boolean isMade() {
    return made;
  }

  /**
   * Goes on only where nobody has asked to stop.
   *
   * @throws InterruptedException when somebody has
   */
  public void check() throws InterruptedException {
    if (made) {
      throw new InterruptedException("asked to stop");
    }
  }
}
