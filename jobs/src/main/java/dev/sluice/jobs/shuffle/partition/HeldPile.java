package dev.sluice.jobs.shuffle.partition;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A pile in memory with those who still need it; free for another pile when nobody does. */
public final class HeldPile {
  private final PileRows rows;
  private final BlockingQueue<PileRows> free;
  private final AtomicInteger holders = new AtomicInteger(1);

  HeldPile(PileRows rows, BlockingQueue<PileRows> free) {
    this.rows = rows;
    this.free = free;
  }

  public PileRows rows() {
    return rows;
  }

  public void hold() {
    holders.incrementAndGet();
  }

  public void release() {
    if (holders.decrementAndGet() == 0) {
      free.add(rows);
    }
  }
}
