package dev.sluice.matcher;

import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.neardup.GuardStop;
import dev.sluice.neardup.SignatureFooter.Counts;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The progress of a matcher, for display. Thread-safe. */
public final class MatcherGauge {
  private final AtomicReference<Counts> counts = new AtomicReference<>(Counts.NONE);
  private final AtomicLong batches = new AtomicLong();
  private final AtomicLong malformed = new AtomicLong();
  private final WaitTimes<MatcherWait> waits = new WaitTimes<>(MatcherWait.class);
  private volatile Active active = Active.STANDBY;

  /** What the active matcher of an output shows. */
  private record Active(Optional<GuardStop> stop, long stored, long waitingBytes, long lag) {
    static final Active STANDBY = new Active(Optional.empty(), 0, 0, 0);
  }

  /** What this process has decided since its start. */
  public Counts counts() {
    return counts.get();
  }

  /** The number of batches that this process has published since its start. */
  public long batches() {
    return batches.get();
  }

  /** Why the current unit waits for a decision of the user; empty if it does not. */
  public Optional<GuardStop> stop() {
    return active.stop;
  }

  /** The number of kept documents in all files; 0 if this matcher stands by. */
  public long stored() {
    return active.stored;
  }

  /** Bytes of memory that signatures take which are in no file yet. */
  public long waitingBytes() {
    return active.waitingBytes;
  }

  /** The number of records that were skipped because Sluice did not write them. */
  public long malformed() {
    return malformed.get();
  }

  /** The number of offsets of the topic that this matcher has not read; 0 if it stands by. */
  public long lag() {
    return active.lag;
  }

  /** What the matcher waits for. */
  public WaitTimes<MatcherWait> waits() {
    return waits;
  }

  void add(Counts more) {
    counts.accumulateAndGet(more, Counts::plus);
    batches.incrementAndGet();
  }

  void skip() {
    malformed.incrementAndGet();
  }

  /**
   * @param lag offsets that are not read
   */
  void show(SignatureQueue queue, long lag) {
    active = new Active(queue.stop(), queue.stored(), queue.waitingBytes(), lag);
  }

  /** Another matcher is active. */
  void standBy() {
    active = Active.STANDBY;
  }
}
