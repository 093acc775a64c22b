package dev.sluice.ingest;

import dev.sluice.ingest.LogPressure.Load;
import java.time.Duration;

/** Notices that a wait for room in the log goes nowhere, so that it is not silent. */
final class StalledWait {
  static final Duration PATIENCE = Duration.ofMinutes(1);
  static final Duration INTERVAL = Duration.ofMinutes(10);

  private long moved;
  private long dueNanos;

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
    this.dueNanos = now + PATIENCE.toNanos();
  }

  /** What is to be told now: when nothing has moved for a minute, and then every ten. */
  Stall look(Load load, long aheadBytes, long now) {
    if (load.moved() != moved) {
      moved = load.moved();
      dueNanos = now + PATIENCE.toNanos();
    }
    if (now - dueNanos < 0) {
      return Stall.NONE;
    }
    dueNanos = now + INTERVAL.toNanos();
    return load.unconsumedBytes() > aheadBytes ? Stall.NOT_TAKEN : Stall.NOT_DELETED;
  }
}
