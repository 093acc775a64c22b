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

  /** The state of the active matcher of an output. */
  private record Active(Optional<GuardStop> stop, long stored, long waitingBytes, long lag) {
    static final Active STANDBY = new Active(Optional.empty(), 0, 0, 0);
  }

  /** Returns the counts of the documents that this process has decided since its start. */
  public Counts counts() {
    return counts.get();
  }

  /** Returns the number of batches that this process has published since its start. */
  public long batches() {
    return batches.get();
  }

  /**
   * Returns why the current unit waits for a decision of the user, or empty if it does not wait.
   */
  public Optional<GuardStop> stop() {
    return active.stop;
  }

  /** Returns the number of kept documents in all files, or 0 if this matcher is not active. */
  public long stored() {
    return active.stored;
  }

  /** Returns the memory, in bytes, of the signatures that are in no file yet. */
  public long waitingBytes() {
    return active.waitingBytes;
  }

  /** Returns the number of records that were skipped because Sluice did not write them. */
  public long malformed() {
    return malformed.get();
  }

  /**
   * Returns the number of offsets of the topic that this matcher has not read, or 0 if it is not
   * active.
   */
  public long lag() {
    return active.lag;
  }

  /** Returns the wait of the matcher. */
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

  /** Records that another matcher is active. */
  void standBy() {
    active = Active.STANDBY;
  }
}
