package dev.sluice.storage.output;

import java.util.List;
import java.util.Objects;

/**
 * The record of one round of {@code compact}. A round merges many small shards into few larger
 * ones.
 *
 * <p>Creating the record is the commit: from then on, the merged shards are part of the output, and
 * the shards that they replace are not. Merged shards get their final names before, so the record
 * never names a missing file. Replaced shards are deleted afterwards. The record is never changed,
 * and a compaction does not change cut records.
 *
 * @param format format of this record, 1
 * @param number 1, 2, ... within the output
 * @param merges merged shards by bucket, dump and rank; none if the compaction was given up
 */
public record Compaction(int format, long number, List<MergedShard> merges) {
  /** The current format version. */
  public static final int FORMAT = 1;

  /**
   * Checks the format. A version that cannot read the record must not delete the replaced shards.
   */
  public Compaction {
    Json.requireFormat("a compaction", format, FORMAT);
    merges = List.copyOf(merges);
  }

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
        throw new IllegalArgumentException(file.path() + " must replace at least two shards");
      }
      replaces.forEach(CutFile::requireShard);
    }
  }
}
