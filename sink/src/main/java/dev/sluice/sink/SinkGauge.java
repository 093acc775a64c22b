package dev.sluice.sink;

import dev.sluice.core.Counters;
import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.core.gauge.WaitTimes.Wait;
import dev.sluice.storage.output.CutFile;
import dev.sluice.storage.output.CutRecord;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
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
  private final Map<TopicPartition, Partition> partitions = new ConcurrentHashMap<>();
  private final List<WorkerGauge> workers = new CopyOnWriteArrayList<>();
  private final Map<TopicPartition, Left> left = new ConcurrentHashMap<>();
  private final LongSupplier nanos;
  private volatile SortedSet<String> sealedUnits = new TreeSet<>();

  /**
   * A partition that was closed.
   *
   * @param nanos when; empty if the worker has stopped
   */
  private record Left(Counters outcomes, OptionalLong nanos) {}

  private record Partition(String bucket, SinkCounts counts, Counters outcomes) {}

  /** Starts without partitions. */
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
   * The number of documents that this process has read from the curated topics. Documents that were
   * read again count again.
   */
  public long rows() {
    return rows.get();
  }

  /**
   * The number of documents taken from the partitions of this process since the beginning of the
   * output, each once: those that are published, those in open shards, and near-duplicates. Goes
   * back where a partition is opened at its last cut.
   */
  public long documents() {
    return documents.get();
  }

  /** The counts of what cuts of this process's partitions have published, by bucket. A copy. */
  public SortedMap<String, SinkCounts> byBucket() {
    SortedMap<String, SinkCounts> sums = new TreeMap<>();
    for (Partition partition : partitions.values()) {
      sums.merge(partition.bucket(), partition.counts(), SinkCounts::plus);
    }
    return sums;
  }

  /**
   * Documents kept and near-duplicates removed in the partitions of this process, by dump and
   * bucket, since the beginning of the output and without forgotten units: what is published, and
   * what was in open shards a moment ago. Empty without near-deduplication. A copy.
   *
   * <p>A partition that is revoked counts for some seconds more, because another worker of this
   * process usually opens it. When workers stop, their last numbers stay.
   */
  public Counters outcomes() {
    Counters sum = new Counters();
    partitions.values().forEach(partition -> sum.merge(partition.outcomes()));
    left.values().stream()
        .filter(
            gone ->
                gone.nanos().isEmpty()
                    || nanos.getAsLong() - gone.nanos().getAsLong() < LINGER_NANOS)
        .forEach(gone -> sum.merge(gone.outcomes()));
    return sum;
  }

  /** The number of partitions that this process writes at the moment. */
  public int partitions() {
    return partitions.size();
  }

  /** The ids of the units whose manifests are written. Unmodified once returned. */
  public SortedSet<String> sealedUnits() {
    return sealedUnits;
  }

  /** The number of offsets of the curated topics that this process's workers have not processed. */
  public long lag() {
    return workers.stream().mapToLong(WorkerGauge::lag).sum();
  }

  /** The wait times of each worker. */
  public List<WaitTimes<SinkWait>> waits() {
    return workers.stream().map(WorkerGauge::waits).toList();
  }

  /**
   * The wait of the sink as a whole, which begins when its last worker starts to wait; empty while
   * any worker is working.
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

  /** The gauge of a new worker. */
  WorkerGauge worker() {
    WorkerGauge worker = new WorkerGauge();
    workers.add(worker);
    return worker;
  }

  /**
   * Sets the counts of a partition.
   *
   * @param outcomes unmodified from now on
   */
  void publish(TopicPartition partition, String bucket, SinkCounts counts, Counters outcomes) {
    left.remove(partition);
    partitions.put(partition, new Partition(bucket, counts, outcomes));
  }

  /**
   * Removes a partition that a worker has closed.
   *
   * @param stopped whether it stops, and has not lost the partition to another one
   */
  void close(TopicPartition partition, boolean stopped) {
    Partition closed = partitions.remove(partition);
    if (closed != null) {
      OptionalLong now = stopped ? OptionalLong.empty() : OptionalLong.of(nanos.getAsLong());
      left.put(partition, new Left(closed.outcomes(), now));
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

  /**
   * The counts of what cuts have published. Nothing is subtracted for shards that a reset or a
   * compaction has deleted since.
   *
   * @param documents in shards
   * @param bytes of the shards' files
   * @param shards number of files
   * @param cuts number of commits
   */
  public record SinkCounts(long documents, long bytes, long shards, long cuts) {
    static final SinkCounts NONE = new SinkCounts(0, 0, 0, 0);

    static SinkCounts of(CutRecord cut) {
      return new SinkCounts(
          cut.files().stream().mapToLong(CutFile::rows).sum(),
          cut.files().stream().mapToLong(CutFile::bytes).sum(),
          cut.files().size(),
          1);
    }

    SinkCounts plus(SinkCounts more) {
      return new SinkCounts(
          documents + more.documents, bytes + more.bytes, shards + more.shards, cuts + more.cuts);
    }
  }

  /** The reason why a worker of the sink is waiting. */
  public enum SinkWait {
    /** Waiting for documents: the topology has curated none that this worker could write. */
    DOCUMENTS,
    /** Waiting for near-deduplication: the bands have not decided about the next document yet. */
    NEAR_DUPLICATES,
    /** Pausing before a retry after an I/O error. */
    RETRY
  }
}
