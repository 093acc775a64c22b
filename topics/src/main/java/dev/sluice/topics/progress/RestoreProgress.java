package dev.sluice.topics.progress;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * How far an instance of the topology is with restoring its stores from the changelogs. Written
 * every few seconds while it does, outside of any transaction, and deleted when it is done: for
 * people to see, nothing rests on it.
 *
 * @param instance id of the process
 * @param records restored so far
 * @param remaining offsets that are still to be read; the transactions' markers count too
 * @param recordsPerSecond since the restore began
 * @param updatedMillis when this was written, in milliseconds since 1970 by the instance's clock
 */
public record RestoreProgress(
    String instance, long records, long remaining, double recordsPerSecond, long updatedMillis) {
  private static final long CURRENT_MILLIS = 60_000;

  /** Checks that nothing is negative. */
  public RestoreProgress {
    Objects.requireNonNull(instance, "instance");
    if (records < 0 || remaining < 0 || !(recordsPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "restore of %d records, %d remaining, %f a second"
              .formatted(records, remaining, recordsPerSecond));
    }
  }

  /** How long the rest will take at this rate, in seconds; empty while there is no rate. */
  public OptionalLong secondsLeft() {
    return recordsPerSecond > 0
        ? OptionalLong.of(Math.round(remaining / recordsPerSecond))
        : OptionalLong.empty();
  }

  /**
   * Whether this was written within the last minute. An instance that was killed while it restored,
   * and never came back, leaves its last word behind.
   *
   * @param nowMillis milliseconds since 1970
   */
  public boolean isCurrentAt(long nowMillis) {
    return nowMillis - updatedMillis < CURRENT_MILLIS;
  }
}
