package dev.sluice.app.monitor;

import java.util.ArrayDeque;
import java.util.Deque;

/** The rate of a growing number over the last seconds. Not thread-safe. */
final class StageRate {
  private static final long WINDOW_MILLIS = 5_000;
  private static final double MILLIS = 1e3;

  private final Deque<long[]> readings = new ArrayDeque<>();

  /** Adds a reading. Returns the growth per second; 0 at first, and when it shrinks. */
  double at(long millis, long count) {
    readings.addLast(new long[] {millis, count});
    while (readings.size() > 2 && readings.getFirst()[0] < millis - WINDOW_MILLIS) {
      readings.removeFirst();
    }
    long time = millis - readings.getFirst()[0];
    long growth = Math.max(0, count - readings.getFirst()[1]);
    return time > 0 ? Math.round(MILLIS * growth / time) : 0;
  }
}
