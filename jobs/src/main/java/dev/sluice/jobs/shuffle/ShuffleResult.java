package dev.sluice.jobs.shuffle;

import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The result of a shuffle.
 *
 * @param request as JSON values
 * @param seed given or drawn
 * @param rows in total
 * @param shards in order
 * @param quarantined quarantined files, each with the reason; none of their rows is in the shards
 * @param leftOut skipped paths, as {@link dev.sluice.storage.text.SkippedPath#json}
 */
public record ShuffleResult(
    Map<String, Object> request,
    long seed,
    long rows,
    List<Shard> shards,
    List<String> quarantined,
    Map<String, Object> leftOut) {
  /** Copies both. */
  public ShuffleResult {
    request = Map.copyOf(request);
    shards = List.copyOf(shards);
    quarantined = List.copyOf(quarantined);
    leftOut = Map.copyOf(leftOut);
  }

  /**
   * A file of the result.
   *
   * @param name in the output's directory
   * @param rows in it
   * @param bytes on disk
   */
  public record Shard(String name, long rows, long bytes) {
    /** Requires the name. */
    public Shard {
      Objects.requireNonNull(name, "name");
    }
  }
}
