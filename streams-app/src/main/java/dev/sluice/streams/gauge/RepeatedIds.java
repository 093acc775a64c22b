package dev.sluice.streams.gauge;

import dev.sluice.core.gauge.DropExample;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * A few ids that several documents share, so that a user can check whether the column has ids.
 * Which ones they are differs from run to run. Thread-safe.
 */
public final class RepeatedIds {
  /** The number of ids that are enough. */
  public static final int ENOUGH = 3;

  private final ConcurrentSkipListMap<String, RepeatedId> found = new ConcurrentSkipListMap<>();

  /**
   * An id that was found twice.
   *
   * @param id its beginning
   * @param keptFile file of the document that was kept
   * @param dropped a document that was dropped as its duplicate
   */
  public record RepeatedId(String id, String keptFile, DropExample dropped) {}

  boolean areEnough() {
    return found.size() >= ENOUGH;
  }

  void add(RepeatedId repeated) {
    found.putIfAbsent(repeated.id(), repeated);
  }

  /** At most {@value #ENOUGH} of those found in this process, by id. */
  public List<RepeatedId> some() {
    return found.values().stream().limit(ENOUGH).toList();
  }
}
