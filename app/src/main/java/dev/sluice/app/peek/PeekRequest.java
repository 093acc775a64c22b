package dev.sluice.app.peek;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Which records of a topic to show, and how.
 *
 * @param topic short or full name
 * @param limit how many at most, at least 1
 * @param partition only this one; all where empty
 * @param offset show records from here on, in each partition; the newest where empty
 * @param full whether long texts and bytes are shown whole
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
