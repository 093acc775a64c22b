package dev.sluice.jobs.process;

import java.util.concurrent.Semaphore;

/**
 * Memory shared by operators. Small documents ignore it; a large one waits until there is enough.
 * Thread-safe.
 */
public final class DocumentRoom {
  /** Texts up to this size fit into the memory that every thread has. */
  static final int SMALL_BYTES = 64 << 10;

  private static final int UNIT = 1 << 10;

  private final Semaphore units;
  private final int all;

  /** Limits the memory to this many bytes. */
  public DocumentRoom(long bytes) {
    this.all = (int) Math.min(Integer.MAX_VALUE, Math.max(1, bytes / UNIT));
    this.units = new Semaphore(all, true);
  }

  /** Reserves memory for a text; a text that needs more than the limit waits for all of it. */
  public int take(int textBytes) {
    if (textBytes <= SMALL_BYTES) {
      return 0;
    }
    int wanted = (int) Math.min(all, ProcessMemory.operatorBytes(textBytes) / UNIT + 1);
    units.acquireUninterruptibly(wanted);
    return wanted;
  }

  /** Releases a reservation. */
  public void giveBack(int taken) {
    units.release(taken);
  }
}
