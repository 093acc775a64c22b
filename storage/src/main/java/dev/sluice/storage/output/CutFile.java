package dev.sluice.storage.output;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shard: one that a cut published, {@code RANK.parquet}, or one that a compaction made of
 * several, {@code FIRST-LAST.COMPACTION.parquet}.
 *
 * @param path relative to the output's root, with /
 * @param bucket its bucket
 * @param dump its dump; empty where shards are not laid out by dump
 * @param rows in it
 * @param bytes of the file
 * @param textBytes bytes of the texts in it, uncompressed
 * @param sha256 of the file, in hex
 */
public record CutFile(
    String path, String bucket, String dump, long rows, long bytes, long textBytes, String sha256) {
  private static final Pattern NAME =
      Pattern.compile(
          "[^/].*/([0-9]{1,18})(?:-([0-9]{1,18})\\.(?<compaction>[0-9]{1,18}))?\\.parquet");

  /** Checks the path: files are deleted by it. */
  public CutFile {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(dump, "dump");
    Objects.requireNonNull(sha256, "sha256");
    requireShard(path);
  }

  static void requireShard(String path) {
    if (!NAME.matcher(path).matches() || List.of(path.split("/")).contains("..")) {
      throw new IllegalArgumentException("no path of a shard: " + path);
    }
  }

  /** The number that the file is named after; of one made of several, the first one's. */
  public long rank() {
    return Long.parseLong(name().group(1));
  }

  /** The same of the last that it was made of. */
  public long lastRank() {
    Matcher name = name();
    return Long.parseLong(name.group(name.group(2) == null ? 1 : 2));
  }

  private Matcher name() {
    Matcher matcher = NAME.matcher(path);
    matcher.matches();
    return matcher;
  }

  /** The number of the compaction that made the shard at a path; empty for all other paths. */
  public static OptionalLong compactionOf(String path) {
    Matcher name = NAME.matcher(path);
    return name.matches() && name.group("compaction") != null
        ? OptionalLong.of(Long.parseLong(name.group("compaction")))
        : OptionalLong.empty();
  }
}
