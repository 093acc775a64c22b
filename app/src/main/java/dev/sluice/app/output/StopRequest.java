package dev.sluice.app.output;

import java.util.function.LongSupplier;

/**
 * Whether a command was asked to stop. Its thread is interrupted as well, but libraries may swallow
 * interrupts while they start, so long-running loops check this too. Thread-safe.
 */
public final class StopRequest {
  private volatile boolean made;
  private volatile LongSupplier keysToRestore = () -> 0;

  /**
   * Requests the stop, which is final, and interrupts the command's thread. It does so once, and
   * before {@link #check} tells: what the command then closes is not interrupted.
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
   * Sets how to estimate the number of keys that the next start restores if this stop is cut short.
   */
  public void restoring(LongSupplier keys) {
    keysToRestore = keys;
  }

  /**
   * The estimated number of keys that the next start restores if this stop is cut short. Calls no
   * broker.
   */
  public long keysToRestore() {
    return keysToRestore.getAsLong();
  }

  /**
   * Returns unless a stop was requested. Clears the interrupt of the thread, as whatever throws
   * this exception does.
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
