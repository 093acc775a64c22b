package dev.sluice.jobs.comparison;

import java.util.List;
import java.util.SortedMap;

/**
 * How the ids of one output became those of another.
 *
 * @param buckets of both outputs, those of the former first
 * @param kept ids that are in the same buckets
 * @param lost ids that are only in the former output
 * @param gained ids that are only in the latter output
 * @param moved ids in both outputs, but in other buckets: by the buckets before, then by those
 *     after, {@link #SEVERAL} where an id is in more than one
 * @param lostBy bucket before
 * @param gainedBy bucket after
 * @param firstLost in the order of the former output
 * @param firstGained in the order of the latter output
 * @param firstMoved in the order of the former output
 */
public record IdChanges(
    List<String> buckets,
    long kept,
    long lost,
    long gained,
    SortedMap<String, SortedMap<String, Long>> moved,
    SortedMap<String, Long> lostBy,
    SortedMap<String, Long> gainedBy,
    List<ChangedId> firstLost,
    List<ChangedId> firstGained,
    List<ChangedId> firstMoved) {
  /** Stands for more than one bucket; no bucket can have this name. */
  public static final String SEVERAL = "several buckets";

  /** Number of ids that are in other buckets. */
  public long movedIds() {
    return moved.values().stream()
        .flatMap(to -> to.values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }
}
