package dev.sluice.bands;

import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.core.gauge.WaitTimes.Wait;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The progress of the band workers of a process, for display. Thread-safe. */
public final class BandGauge {
  private final AtomicReference<BandCounts> counts = new AtomicReference<>(BandCounts.NONE);
  private final AtomicLong malformed = new AtomicLong();
  private final Map<Integer, BandState> bands = new ConcurrentHashMap<>();
  private final List<WorkerWaits> workers = new CopyOnWriteArrayList<>();

  /** What a band holds. */
  private record BandState(long stored, long pendingBytes) {}

  /** Written by the worker, read by any thread. */
  static final class WorkerWaits {
    private final WaitTimes<BandWait> waits = new WaitTimes<>(BandWait.class);
    private volatile long lag;

    WaitTimes<BandWait> waits() {
      return waits;
    }

    void setLag(long offsets) {
      lag = offsets;
    }
  }

  /** What this process has decided since its start. */
  public BandCounts counts() {
    return counts.get();
  }

  /** The number of bands that this process has now. */
  public int bands() {
    return bands.size();
  }

  /** The number of keys in the files of the bands that this process has now. */
  public long stored() {
    return bands.values().stream().mapToLong(BandState::stored).sum();
  }

  /** Bytes of memory that keys take which are in no file yet. */
  public long pendingBytes() {
    return bands.values().stream().mapToLong(BandState::pendingBytes).sum();
  }

  /** The number of records that were skipped because Sluice did not write them. */
  public long malformed() {
    return malformed.get();
  }

  /** The number of offsets of the topic that this process's workers have not read. */
  public long lag() {
    return workers.stream().mapToLong(worker -> worker.lag).sum();
  }

  /** What each worker waits for. */
  public List<WaitTimes<BandWait>> waits() {
    return workers.stream().map(WorkerWaits::waits).toList();
  }

  /** What all workers wait for, since the last of them does; empty while any works. */
  public Optional<Wait<BandWait>> waiting() {
    List<Optional<Wait<BandWait>>> now = waits().stream().map(WaitTimes::now).toList();
    return now.stream().allMatch(Optional::isPresent)
        ? now.stream().flatMap(Optional::stream).max(Comparator.comparingLong(Wait::since))
        : Optional.empty();
  }

  WorkerWaits worker() {
    WorkerWaits worker = new WorkerWaits();
    workers.add(worker);
    return worker;
  }

  void add(BandCounts more) {
    counts.accumulateAndGet(more, BandCounts::plus);
  }

  void skip() {
    malformed.incrementAndGet();
  }

  void set(int band, long stored, long pendingBytes) {
    bands.put(band, new BandState(stored, pendingBytes));
  }

  /** The band belongs to another worker. */
  void close(int band) {
    bands.remove(band);
  }
}
