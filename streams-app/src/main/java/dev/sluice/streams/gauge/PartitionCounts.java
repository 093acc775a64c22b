package dev.sluice.streams.gauge;

import dev.sluice.core.Counters;
import java.util.ArrayList;
import java.util.List;

/**
 * What the ledger of a partition has counted. Used by the task's stream thread; {@link
 * TopologyGauge} guards what is committed, which other threads read.
 *
 * <p>Counting a row costs two additions. Nothing is published per row.
 */
public final class PartitionCounts {
  private final Thread owner = Thread.currentThread();
  private final List<Count> changed = new ArrayList<>();
  private final Counters committed;
  private volatile boolean open = true;

  /** Starts with what is committed already. Called by the stream thread. */
  PartitionCounts(Counters committed) {
    this.committed = committed;
  }

  /** A counter of this partition; there may be several of the same name. */
  public final class Count {
    private final Counters.Key key;
    private long uncommitted;

    private Count(Counters.Key key) {
      this.key = key;
    }

    /** Counts rows; fewer than 0 if they were forgotten. */
    public void add(long rows) {
      if (uncommitted == 0) {
        changed.add(this);
      }
      uncommitted += rows;
    }

    private void commit(Counters sum) {
      committed.add(key, uncommitted);
      sum.add(key, uncommitted);
      uncommitted = 0;
    }
  }

  /** A new counter. */
  public Count count(String dump, String bucket, String name) {
    return new Count(new Counters.Key(dump, bucket, name));
  }

  /** Ends counting: what is not committed by now is not going to be. */
  public void close() {
    changed.clear();
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
    return !changed.isEmpty();
  }

  /** The stream thread has committed what it has counted: adds that to a sum, too. */
  void commit(Counters sum) {
    changed.forEach(count -> count.commit(sum));
    changed.clear();
  }

  /** What is committed. Changes with the next commit. */
  Counters committed() {
    return committed;
  }
}
