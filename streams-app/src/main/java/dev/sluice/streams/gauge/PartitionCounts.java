package dev.sluice.streams.gauge;

import dev.sluice.core.Counters;
import java.util.ArrayList;
import java.util.List;

/**
 * What the ledger of a partition has counted. The task's stream thread counts, and makes its counts
 * visible when it has committed them; any thread may read what is committed.
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

    private void commit() {
      committed.add(key, uncommitted);
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

  /** The stream thread has committed what it has counted. */
  void commit() {
    if (!changed.isEmpty()) {
      synchronized (this) {
        changed.forEach(Count::commit);
      }
      changed.clear();
    }
  }

  /** Adds what is committed to a sum. */
  synchronized void addTo(Counters sum) {
    sum.merge(committed);
  }
}
