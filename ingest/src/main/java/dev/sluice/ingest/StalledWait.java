package dev.sluice.ingest;

import dev.sluice.ingest.LogPressure.Load;
import java.time.Duration;

/** Notices that a wait for room in the log goes nowhere, so that it is not silent. */
final class StalledWait {
  static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Brokers give back the space of deleted records at intervals, by default of five minutes. */
  static final Duration PATIENCE_WITH_DELETION = Duration.ofMinutes(10);

  static final Duration INTERVAL = Duration.ofMinutes(10);

  private long moved;
  private long movedNanos;
  private long toldNanos;
  private boolean told;

  /** What stands still. */
  enum Stall {
    /** Room may come of itself. */
    NONE,
    /** More than may wait to be taken is not taken. */
    NOT_TAKEN,
    /** What was taken is not deleted. */
    NOT_DELETED
  }

  /**
   * A wait that begins.
   *
   * @param now nanoseconds since any moment
   */
  StalledWait(Load load, long now) {
    this.moved = load.moved();
    this.movedNanos = now;
  }

  /** What is to be told now: when nothing has moved for too long, and then every ten minutes. */
  Stall look(Load load, long aheadBytes, long now) {
    if (load.moved() != moved) {
      moved = load.moved();
      movedNanos = now;
      told = false;
    }
    Stall stall = load.unconsumedBytes() > aheadBytes ? Stall.NOT_TAKEN : Stall.NOT_DELETED;
    Duration patience = stall == Stall.NOT_TAKEN ? PATIENCE : PATIENCE_WITH_DELETION;
    boolean due =
        told ? now - toldNanos >= INTERVAL.toNanos() : now - movedNanos >= patience.toNanos();
    if (!due) {
      return Stall.NONE;
    }
    told = true;
    toldNanos = now;
    return stall;
  }
}
