package dev.sluice.app.peek;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The records of a topic to show.
 *
 * @param topic short or full name
 * @param limit maximum number, at least 1
 * @param partition only this one; all if empty
 * @param offset first offset in each partition; the newest records if empty
 * @param full whether to show long values completely
 */
public record PeekRequest(
    String topic, int limit, OptionalInt partition, OptionalLong offset, boolean full) {
  /** Checks the numbers. */
  public PeekRequest {
    Objects.requireNonNull(topic, "topic");
    if (limit < 1) {
      throw new IllegalArgumentException("--limit is " + limit + ", allowed are 1 and more");
    }
    if (partition.orElse(0) < 0 || offset.orElse(0) < 0) {
      throw new IllegalArgumentException("--partition and --offset are 0 or more");
    }
  }
}
