package dev.sluice.ingest;

import dev.sluice.ingest.LogPressure.Load;
import java.time.Duration;

/** Detects that a wait for room in the log makes no progress, so that it can be reported. */
final class StalledWait {
  static final Duration PATIENCE = Duration.ofMinutes(1);

  /** Brokers free the space of deleted records at intervals, five minutes by default. */
  static final Duration PATIENCE_WITH_DELETION = Duration.ofMinutes(10);

  static final Duration INTERVAL = Duration.ofMinutes(10);

  private long moved;
  private long movedNanos;
  private long loggedNanos;
  private boolean logged;

  /** What makes no progress. */
  enum Stall {
    /** Nothing: room may still become free. */
    NONE,
    /** Too much is unconsumed, and nothing is being consumed. */
    NOT_TAKEN,
    /** Consumed records are not deleted. */
    NOT_DELETED
  }

  /**
   * Starts to observe a wait.
   *
   * @param now in nanoseconds, from any origin
   */
  StalledWait(Load load, long now) {
    this.moved = load.moved();
    this.movedNanos = now;
  }

  /**
   * What to report now: a stall when nothing has moved for too long, and again every ten minutes.
   */
  Stall look(Load load, long aheadBytes, long now) {
    if (load.moved() != moved) {
      moved = load.moved();
      movedNanos = now;
      logged = false;
    }
    Stall stall = load.unconsumedBytes() > aheadBytes ? Stall.NOT_TAKEN : Stall.NOT_DELETED;
    Duration patience = stall == Stall.NOT_TAKEN ? PATIENCE : PATIENCE_WITH_DELETION;
    boolean due =
        logged ? now - loggedNanos >= INTERVAL.toNanos() : now - movedNanos >= patience.toNanos();
    if (!due) {
      return Stall.NONE;
    }
    logged = true;
    loggedNanos = now;
    return stall;
  }
}
