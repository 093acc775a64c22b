package dev.sluice.sink;

import dev.sluice.core.Counters;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.core.gauge.WaitTimes.Wait;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * The progress of a sink, for display. {@link #byBucket} and {@link #sealedUnits} follow from the
 * cut records, so a process that continues after a kill begins with the same numbers. Thread-safe.
 */
public final class SinkGauge {
  private static final long LINGER_NANOS = Duration.ofSeconds(10).toNanos();

  private final AtomicLong rows = new AtomicLong();
  private final AtomicLong documents = new AtomicLong();
  private final Map<TopicPartition, Counters> partitions = new ConcurrentHashMap<>();
  private final List<WorkerGauge> workers = new CopyOnWriteArrayList<>();
  private final Map<TopicPartition, Left> left = new ConcurrentHashMap<>();
  private final LongSupplier nanos;
  private volatile SortedSet<String> sealedUnits = new TreeSet<>();

  /**
   * A partition that was closed.
   *
   * @param nanos time of closing; empty if the worker has stopped
   */
  private record Left(Counters outcomes, OptionalLong nanos) {}

  /** Creates a gauge without partitions. */
  public SinkGauge() {
    this(System::nanoTime);
  }

  /**
   * @param nanos a clock that never goes back
   */
  SinkGauge(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Returns how many documents this process has read from the curated topics. A document that is
   * read again is counted again.
   */
  public long rows() {
    return rows.get();
  }

  /**
   * Returns how many documents were taken from the partitions of this process since the beginning
   * of the output. Published documents, documents in open shards and near-duplicates count, each
   * once. The number shrinks when a partition is opened at its last cut.
   */
  public long documents() {
    return documents.get();
  }

  /**
   * Returns a copy of the numbers of documents kept, near-duplicates removed and documents taken
   * down in the partitions of this process, by dump and bucket. The numbers begin with the output
   * and leave out forgotten units. Includes what is published and what was in open shards a moment
   * ago. A document that was taken down after it was published counts as kept. Empty without
   * near-deduplication and take-downs.
   *
   * <p>A revoked partition still counts for some seconds, because another worker of this process
   * usually opens it. When workers stop, their last numbers stay.
   */
  public Counters outcomes() {
    Counters sum = new Counters();
    partitions.values().forEach(sum::merge);
    left.values().stream()
        .filter(
            gone ->
                gone.nanos().isEmpty()
                    || nanos.getAsLong() - gone.nanos().getAsLong() < LINGER_NANOS)
        .forEach(gone -> sum.merge(gone.outcomes()));
    return sum;
  }

  /** Returns how many partitions this process writes at the moment. */
  public int partitions() {
    return partitions.size();
  }

  /** Returns the ids of the units whose manifests are written. The returned set never changes. */
  public SortedSet<String> sealedUnits() {
    return sealedUnits;
  }

  /** Returns how many offsets of the curated topics this process's workers have not processed. */
  public long lag() {
    return workers.stream().mapToLong(WorkerGauge::lag).sum();
  }

  /** Returns the wait times of each worker. */
  public List<WaitTimes<SinkWait>> waits() {
    return workers.stream().map(WorkerGauge::waits).toList();
  }

  /**
   * Returns the wait of the sink as a whole. It begins when the last worker starts to wait, and is
   * empty while any worker is working.
   */
  public Optional<Wait<SinkWait>> waiting() {
    List<Optional<Wait<SinkWait>>> now = waits().stream().map(WaitTimes::now).toList();
    return now.stream().allMatch(Optional::isPresent)
        ? now.stream().flatMap(Optional::stream).max(Comparator.comparingLong(Wait::since))
        : Optional.empty();
  }

  void add(long count) {
    rows.addAndGet(count);
    move(count);
  }

  /** Adds to the number of documents taken from the partitions. */
  void move(long count) {
    documents.addAndGet(count);
  }

  /** Returns the gauge of a new worker. */
  WorkerGauge worker() {
    WorkerGauge worker = new WorkerGauge();
    workers.add(worker);
    return worker;
  }

  /**
   * Sets the counts of a partition.
   *
   * @param outcomes counters, which must not change from now on
   */
  void publish(TopicPartition partition, Counters outcomes) {
    left.remove(partition);
    partitions.put(partition, outcomes);
  }

  /**
   * Removes a partition that a worker has closed.
   *
   * @param stopped whether the worker is stopping, and has not lost the partition to another worker
   */
  void close(TopicPartition partition, boolean stopped) {
    Counters closed = partitions.remove(partition);
    if (closed != null) {
      OptionalLong now = stopped ? OptionalLong.empty() : OptionalLong.of(nanos.getAsLong());
      left.put(partition, new Left(closed, now));
    }
  }

  /** Sets the units whose manifests are written. */
  void seal(SortedSet<String> units) {
    sealedUnits = units;
  }

  /** The wait times and the lag of a worker. Written by the worker, read by any thread. */
  static final class WorkerGauge {
    private final WaitTimes<SinkWait> waits = new WaitTimes<>(SinkWait.class);
    private volatile long lag;

    WaitTimes<SinkWait> waits() {
      return waits;
    }

    long lag() {
      return lag;
    }

    void setLag(long offsets) {
      lag = offsets;
    }
  }

  /** The reason why a worker of the sink is waiting. */
  public enum SinkWait {
    /**
     * The worker waits for documents. The topology has curated none that this worker could write.
     */
    DOCUMENTS,
    /**
     * The worker waits for near-deduplication. The matcher has not decided about the next document
     * yet.
     */
    NEAR_DUPLICATES,
    /** The worker pauses before a retry after an I/O error. */
    RETRY
  }
}
