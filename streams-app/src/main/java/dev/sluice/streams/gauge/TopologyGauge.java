package dev.sluice.streams.gauge;

import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.core.gauge.DropExamples;
import dev.sluice.topics.record.TopicDocument;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The counters of the topology for display. They are those of the ledgers of this process's
 * partitions, as of the last commit. Therefore the numbers survive kills, never include rows that
 * an aborted transaction read, and shrink only when a reset forgets a unit. Thread-safe.
 *
 * <p>A partition whose task is closed keeps its last numbers until the tasks of this process are
 * assigned and restored again, because its task usually returns.
 */
public final class TopologyGauge {
  private final Map<Integer, PartitionCounts> partitions = new ConcurrentHashMap<>();
  private final Counters sum = new Counters();
  private final DropExamples examples;
  private final RepeatedIds repeatedIds = new RepeatedIds();
  private volatile boolean settled;

  /** Creates a gauge without partitions that takes no examples. */
  public TopologyGauge() {
    this(new DropExamples());
  }

  /**
   * Creates a gauge without partitions.
   *
   * @param examples collector of documents that the topology drops
   */
  public TopologyGauge(DropExamples examples) {
    this.examples = examples;
  }

  /**
   * Returns a copy of the numbers of rows of each outcome, and of each reason for it, by dump and
   * bucket. All units count that were not forgotten, whether or not they have ended. Once every
   * unit is sealed, these numbers and those of ingest together are the counters of the manifests.
   */
  public synchronized Counters counters() {
    Counters copy = new Counters();
    copy.merge(sum);
    return copy;
  }

  /** Returns a copy of the partitions that {@link #counters} includes. */
  public SortedSet<Integer> partitions() {
    return new TreeSet<>(partitions.keySet());
  }

  /** Returns whether all state of this process has been restored at least once. */
  public boolean isSettled() {
    return settled;
  }

  /** Returns documents that the topology has dropped or rejected. */
  public DropExamples examples() {
    return examples;
  }

  /** Returns ids of documents that this process has dropped as duplicates. */
  public RepeatedIds repeatedIds() {
    return repeatedIds;
  }

  /** Takes an example of a document with this outcome. The document is not in the output. */
  public void drop(TopicDocument document, Outcome outcome) {
    drop(document, outcome.key());
  }

  /**
   * Takes an example of a document with this outcome and reason. The document is not in the output.
   */
  public void drop(TopicDocument document, Outcome outcome, String reason) {
    drop(document, Counters.detail(outcome, reason));
  }

  private void drop(TopicDocument document, String counter) {
    if (examples.want(counter)) {
      examples.add(counter, document.example());
    }
  }

  /** Starts the counts of a task. Called by its stream thread. */
  public synchronized PartitionCounts begin(int partition, Counters committed) {
    PartitionCounts counts = new PartitionCounts(committed);
    PartitionCounts before = partitions.put(partition, counts);
    sum.merge(committed);
    if (before != null) {
      subtract(before.committed());
    }
    return counts;
  }

  private void subtract(Counters gone) {
    gone.entries().forEach((key, rows) -> sum.add(key, -rows));
  }

  /** Returns the counts of a started task. */
  public PartitionCounts of(int partition) {
    return partitions.computeIfAbsent(partition, absent -> new PartitionCounts(new Counters()));
  }

  /** Publishes the counts of the calling stream thread. It is called after the thread's commit. */
  public void commit() {
    for (PartitionCounts partition : partitions.values()) {
      if (partition.isOwn() && partition.hasChanged()) {
        commit(partition);
      }
    }
  }

  private synchronized void commit(PartitionCounts partition) {
    partition.commit(sum);
  }

  /**
   * Drops the partitions of closed tasks. It is called when all tasks of this process are running.
   */
  public synchronized void settle() {
    settled = true;
    for (Map.Entry<Integer, PartitionCounts> partition : partitions.entrySet()) {
      if (!partition.getValue().isOpen()
          && partitions.remove(partition.getKey(), partition.getValue())) {
        subtract(partition.getValue().committed());
      }
    }
  }

  /**
   * The counters of a partition's ledger. Used by the task's stream thread; {@link TopologyGauge}
   * guards the committed counters, which other threads read.
   */
  public static final class PartitionCounts {
    private final Thread owner = Thread.currentThread();
    private final Counters committed;
    private final Map<Counters.Key, Long> uncommitted = new HashMap<>();
    private volatile boolean open = true;

    /** Creates counters that start with the committed rows. Called by the stream thread. */
    PartitionCounts(Counters committed) {
      this.committed = committed;
    }

    /** Counts rows. The number is negative if rows were forgotten. */
    public void add(Counters.Key key, long rows) {
      uncommitted.merge(key, rows, Long::sum);
    }

    /** Ends counting and drops uncommitted rows. */
    public void close() {
      uncommitted.clear();
      open = false;
    }

    /** Returns whether the partition has a task in this process. */
    boolean isOpen() {
      return open;
    }

    /** Returns whether the current thread counts in these counters. */
    boolean isOwn() {
      return owner == Thread.currentThread();
    }

    /** Returns whether anything was counted since the last commit. */
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

    /** Returns the committed rows. They change with the next commit. */
    Counters committed() {
      return committed;
    }
  }
}
