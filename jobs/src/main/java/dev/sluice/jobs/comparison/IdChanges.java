package dev.sluice.jobs.comparison;

import java.util.List;

/**
 * How the ids of one output became those of another.
 *
 * @param kept ids that are in the same buckets
 * @param moved ids in both outputs, but in other buckets
 * @param lost ids that are only in the former output
 * @param gained ids that are only in the latter output
 * @param moves all of these but those that are kept, the most frequent first
 */
public record IdChanges(long kept, long moved, long lost, long gained, List<Move> moves) {
  /** Stands for no bucket: the id is not in that output. */
  public static final String NONE = "no bucket";

  /** Stands for more than one bucket. */
  public static final String SEVERAL = "several buckets";

  /**
   * Ids that were in one bucket before, and are in another now.
   *
   * @param from name of a bucket, {@link #NONE} or {@link #SEVERAL}
   * @param to likewise
   */
  public record Move(String from, String to, long ids) {}

  /** Copies the list. */
  public IdChanges {
    moves = List.copyOf(moves);
  }
}
