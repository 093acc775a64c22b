package dev.sluice.storage.output;

import java.util.List;
import java.util.Objects;

/**
 * A shard that a compaction made of others.
 *
 * @param file the new one
 * @param replaces paths of the shards whose rows it has, in order; at least two
 */
public record MergedShard(CutFile file, List<String> replaces) {
  /** Checks that it replaces what can be deleted, and is named after it. */
  public MergedShard {
    Objects.requireNonNull(file, "file");
    replaces = List.copyOf(replaces);
    if (replaces.size() < 2) {
      throw new IllegalArgumentException(file.path() + " replaces less than two shards");
    }
    replaces.forEach(CutFile::requireShard);
  }
}
