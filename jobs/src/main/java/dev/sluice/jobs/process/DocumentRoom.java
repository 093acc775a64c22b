package dev.sluice.jobs.process;

import java.util.concurrent.Semaphore;

/**
 * Memory that operators share: a small document takes no notice of it, a large one waits until
 * there is room for what is made of it. Thread-safe.
 */
public final class DocumentRoom {
  /** Texts up to here are within what every thread has anyway. */
  static final int SMALL_BYTES = 64 << 10;

  private static final int UNIT = 1 << 10;

  private final Semaphore units;
  private final int all;

  /** Room for so many bytes. */
  public DocumentRoom(long bytes) {
    this.all = (int) Math.min(Integer.MAX_VALUE, Math.max(1, bytes / UNIT));
    this.units = new Semaphore(all, true);
  }

  /** Takes room for a text; what it needs more than there is, it waits to have all of. */
  public int take(int textBytes) {
    if (textBytes <= SMALL_BYTES) {
      return 0;
    }
    int wanted = (int) Math.min(all, ProcessMemory.operatorBytes(textBytes) / UNIT + 1);
    units.acquireUninterruptibly(wanted);
    return wanted;
  }

  /** Gives back what was taken. */
  public void giveBack(int taken) {
    units.release(taken);
  }
}
