package dev.sluice.topics.progress;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * The progress of an instance of the topology in restoring its stores from their changelogs.
 * Written every few seconds during a restore, without a transaction, and deleted afterwards. It
 * only informs users.
 *
 * @param instance id of the process
 * @param records records restored so far
 * @param remaining offsets still to be read, including transaction markers
 * @param recordsPerSecond average since the start of the restore
 * @param updatedMillis time of writing, in milliseconds since 1970 by the instance's clock
 */
public record RestoreProgress(
    String instance, long records, long remaining, double recordsPerSecond, long updatedMillis) {
  private static final long CURRENT_MILLIS = 60_000;

  /** Checks that nothing is negative. */
  public RestoreProgress {
    Objects.requireNonNull(instance, "instance");
    if (records < 0 || remaining < 0 || !(recordsPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "the restore has %d records, %d remaining and a speed of %f per second: none of these numbers may be negative"
              .formatted(records, remaining, recordsPerSecond));
    }
  }

  /**
   * Returns the remaining time at the current rate, in seconds, or empty while the rate is unknown.
   */
  public OptionalLong secondsLeft() {
    return recordsPerSecond > 0
        ? OptionalLong.of(Math.round(remaining / recordsPerSecond))
        : OptionalLong.empty();
  }

  /**
   * Returns whether this progress was written within the last minute. An instance that was killed
   * during a restore does not delete its last record.
   *
   * @param nowMillis milliseconds since 1970
   */
  public boolean isCurrentAt(long nowMillis) {
    return nowMillis - updatedMillis < CURRENT_MILLIS;
  }
}
