package dev.sluice.app.status;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A rate, and when the rest will be finished.
 *
 * @param left the remaining amount
 * @param perSecond the rate; empty if unknown
 */
public record Pace(long left, OptionalDouble perSecond) {
  /** Checks that nothing is negative. */
  public Pace {
    if (left < 0 || perSecond.orElse(0) < 0) {
      throw new IllegalArgumentException("pace of " + perSecond + " with " + left + " left");
    }
  }

  /** With an unknown rate. */
  static Pace unknown(long left) {
    return new Pace(left, OptionalDouble.empty());
  }

  /** Seconds until the rest is finished; 0 if nothing is left, empty if nothing moves. */
  public OptionalLong secondsLeft() {
    if (left == 0) {
      return OptionalLong.of(0);
    }
    return perSecond.orElse(0) > 0
        ? OptionalLong.of((long) Math.ceil(left / perSecond.getAsDouble()))
        : OptionalLong.empty();
  }
}
