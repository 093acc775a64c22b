package dev.sluice.jobs.shuffle;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A pile in memory with those who still need it; free for another pile when nobody does. */
final class HeldPile {
  private final PileRows rows;
  private final BlockingQueue<PileRows> free;
  private final AtomicInteger holders = new AtomicInteger(1);

  HeldPile(PileRows rows, BlockingQueue<PileRows> free) {
    this.rows = rows;
    this.free = free;
  }

  PileRows rows() {
    return rows;
  }

  void hold() {
    holders.incrementAndGet();
  }

  void release() {
    if (holders.decrementAndGet() == 0) {
      free.add(rows);
    }
  }
}
