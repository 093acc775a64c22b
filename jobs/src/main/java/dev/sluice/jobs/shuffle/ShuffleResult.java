package dev.sluice.jobs.shuffle;

import java.util.List;
import java.util.Map;

/**
 * What a shuffle has made.
 *
 * @param request what it was asked for
 * @param seed given or drawn
 * @param rows in all
 * @param shards in order; none for standard output
 * @param setAside broken files, each with the reason; nothing of them is in the shards
 * @param leftOut what else the inputs lead to, as {@link dev.sluice.storage.text.SkippedPath#json}
 */
public record ShuffleResult(
    Map<String, Object> request,
    long seed,
    long rows,
    List<Shard> shards,
    List<String> setAside,
    Map<String, Object> leftOut) {
  /** Copies both. */
  public ShuffleResult {
    request = Map.copyOf(request);
    shards = List.copyOf(shards);
    setAside = setAside == null ? List.of() : List.copyOf(setAside);
    leftOut = leftOut == null ? Map.of() : Map.copyOf(leftOut);
  }

  /**
   * A file of the result.
   *
   * @param name in the output's directory
   * @param rows in it
   * @param bytes on disk
   */
  public record Shard(String name, long rows, long bytes) {}
}
