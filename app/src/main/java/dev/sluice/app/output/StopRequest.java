package dev.sluice.app.output;

import java.util.function.LongSupplier;

/**
 * Whether a command was asked to stop. Its thread is interrupted too, but libraries swallow
 * interrupts while they start: loops that wait for hours ask here as well. For any thread.
 */
public final class StopRequest {
  private volatile boolean made;
  private volatile LongSupplier keysToRestore = () -> 0;

  /** Asks to stop; there is no way back. */
  public void make() {
    made = true;
  }

  /** Whether {@link #make} was called. */
  public boolean isMade() {
    return made;
  }

  /** Names who knows about how many keys the next start restores if this stop is cut short. */
  public void restoring(LongSupplier keys) {
    keysToRestore = keys;
  }

  /** About how many keys the next start restores if this stop is cut short; asks no broker. */
  public long keysToRestore() {
    return keysToRestore.getAsLong();
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
