package dev.sluice.jobs.shuffle.partition;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A partition in memory with a count of its users; its memory is reused when there are none. */
public final class LoadedPartition {
  private final PartitionRows rows;
  private final BlockingQueue<PartitionRows> free;
  private final AtomicInteger holders = new AtomicInteger(1);

  LoadedPartition(PartitionRows rows, BlockingQueue<PartitionRows> free) {
    this.rows = rows;
    this.free = free;
  }

  public PartitionRows rows() {
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
