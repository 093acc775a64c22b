package dev.sluice.streams.gauge;

import dev.sluice.core.Counters;
import java.util.HashMap;
import java.util.Map;

/**
 * The counters of a partition's ledger. Used by the task's stream thread; {@link TopologyGauge}
 * guards what is committed, which other threads read.
 */
public final class PartitionCounts {
  private final Thread owner = Thread.currentThread();
  private final Counters committed;
  private final Map<Counters.Key, Long> uncommitted = new HashMap<>();
  private volatile boolean open = true;

  /** Starts with the rows that are committed already. Called by the stream thread. */
  PartitionCounts(Counters committed) {
    this.committed = committed;
  }

  /** Counts rows; fewer than 0 if they were forgotten. */
  public void add(Counters.Key key, long rows) {
    uncommitted.merge(key, rows, Long::sum);
  }

  /** Ends counting and drops what is not committed. */
  public void close() {
    uncommitted.clear();
    open = false;
  }

  /** Whether the partition has a task in this process. */
  boolean isOpen() {
    return open;
  }

  /** Whether the current thread counts here. */
  boolean isOwn() {
    return owner == Thread.currentThread();
  }

  /** Whether something was counted since the last commit. */
  boolean hasChanged() {
    return !uncommitted.isEmpty();
  }

  /** Adds the rows counted since the last commit to the committed ones, and to a sum. */
  void commit(Counters sum) {
    uncommitted.forEach(
        (key, rows) -> {
          committed.add(key, rows);
          sum.add(key, rows);
        });
    uncommitted.clear();
  }

  /** The committed rows. Changes with the next commit. */
  Counters committed() {
    return committed;
  }
}
