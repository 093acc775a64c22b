package dev.sluice.storage.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The record of one round of {@code compact} or {@code takedown}. A round of {@code compact} merges
 * many small shards into few larger ones. A round of {@code takedown} rewrites shards without some
 * of their rows.
 *
 * <p>Creating the record is the commit: from then on, the new shards are part of the output, and
 * the shards that they replace are not. New shards get their final names before, so the record
 * never names a missing file. Replaced shards are deleted afterwards. The record is never changed,
 * and it does not change cut records.
 *
 * @param format format of this record: 1, or 2 in the record of a take-down
 * @param number 1, 2, ... within the output; compactions and take-downs are numbered together
 * @param merges merged shards by bucket, dump and rank; none in a take-down, or if the compaction
 *     was given up
 * @param takeDown number of the take-down; 0, and not written, in a compaction
 * @param rewrites shards rewritten by the take-down; not written if there are none
 * @param complete whether the take-down is finished with this round; not written if it is not
 */
public record Compaction(
    int format,
    long number,
    List<MergedShard> merges,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) long takeDown,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<RewrittenShard> rewrites,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean complete) {
  /** The format of a compaction. */
  public static final int FORMAT = 1;

  /** The format of a take-down. Versions that know no take-downs refuse it. */
  static final int TAKE_DOWN_FORMAT = 2;

  /**
   * Checks the format. A version that cannot read the record must not delete the replaced shards.
   */
  public Compaction {
    Json.requireFormat("a compaction", format, FORMAT, TAKE_DOWN_FORMAT);
    merges = List.copyOf(merges);
    rewrites = rewrites == null ? List.of() : List.copyOf(rewrites);
    if (format == FORMAT && (takeDown != 0 || complete || !rewrites.isEmpty())
        || format == TAKE_DOWN_FORMAT && (takeDown < 1 || !merges.isEmpty())) {
      throw new IllegalArgumentException("merges and a take-down cannot be in one record");
    }
  }

  /** Creates the record of a round of {@code compact}. */
  public static Compaction merging(long number, List<MergedShard> merges) {
    return new Compaction(FORMAT, number, merges, 0, List.of(), false);
  }

  /**
   * Creates the record of a round of a take-down.
   *
   * @param complete whether it is the last round
   */
  public static Compaction takingDown(
      long number, long takeDown, List<RewrittenShard> rewrites, boolean complete) {
    return new Compaction(TAKE_DOWN_FORMAT, number, List.of(), takeDown, rewrites, complete);
  }

  /** Returns the shards that this round has made. */
  public List<CutFile> made() {
    List<CutFile> files = new ArrayList<>();
    merges.forEach(merge -> files.add(merge.file()));
    rewrites.forEach(rewrite -> rewrite.remaining().ifPresent(files::add));
    return files;
  }

  /** Returns the paths of the shards that this round has replaced. */
  public List<String> replaced() {
    List<String> paths = new ArrayList<>();
    merges.forEach(merge -> paths.addAll(merge.replaces()));
    rewrites.forEach(rewrite -> paths.add(rewrite.replaces()));
    return paths;
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

  /**
   * A shard from which a take-down removed rows.
   *
   * @param replaces path of the shard that had these rows
   * @param file the shard without them; null, and not written, if it has no row left
   * @param removed the number of removed rows by dump; at least one row
   */
  public record RewrittenShard(
      String replaces,
      @JsonInclude(JsonInclude.Include.NON_NULL) CutFile file,
      SortedMap<String, Long> removed) {
    /** Checks the path, by which a file is deleted, and that rows were removed. */
    public RewrittenShard {
      CutFile.requireShard(replaces);
      removed = new TreeMap<>(removed);
      if (removed.values().stream().mapToLong(Long::longValue).sum() < 1) {
        throw new IllegalArgumentException("no row of " + replaces + " was removed");
      }
    }

    /** Returns the shard with the rows that were not removed, or empty if there are none. */
    public Optional<CutFile> remaining() {
      return Optional.ofNullable(file);
    }
  }
}
