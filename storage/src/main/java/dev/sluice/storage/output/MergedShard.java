package dev.sluice.storage.output;

import java.util.List;
import java.util.Objects;

/**
 * A shard merged by a compaction.
 *
 * @param file the merged shard
 * @param replaces paths of the shards whose rows it holds, in order; at least two
 */
public record MergedShard(CutFile file, List<String> replaces) {
  /** Checks that it replaces shards, and that its name matches them. */
  public MergedShard {
    Objects.requireNonNull(file, "file");
    replaces = List.copyOf(replaces);
    if (replaces.size() < 2) {
      throw new IllegalArgumentException(file.path() + " replaces less than two shards");
    }
    replaces.forEach(CutFile::requireShard);
  }
}
