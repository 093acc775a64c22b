package dev.sluice.app.status;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How fast something is done, and when the rest will be.
 *
 * @param left what is still to be done
 * @param perSecond how much is done in a second; empty where that could not be seen
 */
public record Pace(long left, OptionalDouble perSecond) {
  /** Checks that nothing is negative. */
  public Pace {
    if (left < 0 || perSecond.orElse(0) < 0) {
      throw new IllegalArgumentException("pace of " + perSecond + " with " + left + " left");
    }
  }

  /** Nothing seen of the speed. */
  static Pace unknown(long left) {
    return new Pace(left, OptionalDouble.empty());
  }

  /** How long the rest will take in seconds; 0 where none is left, empty where nothing moves. */
  public OptionalLong secondsLeft() {
    if (left == 0) {
      return OptionalLong.of(0);
    }
    return perSecond.orElse(0) > 0
        ? OptionalLong.of((long) Math.ceil(left / perSecond.getAsDouble()))
        : OptionalLong.empty();
  }
}
