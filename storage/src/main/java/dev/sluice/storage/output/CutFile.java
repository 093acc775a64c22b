package dev.sluice.storage.output;

import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shard. A cut published it as {@code RANK.parquet}, or a compaction merged it as {@code
 * FIRST-LAST.COMPACTION.parquet}. If a take-down removed rows from it, a hash of all removed rows
 * precedes {@code .parquet}: 16 hexadecimal digits.
 *
 * @param path the path relative to the output's root, with /
 * @param bucket its bucket
 * @param dump its dump; empty if shards are not laid out by dump
 * @param rows the number of rows in it
 * @param bytes the size of the file
 * @param textBytes the size of the texts in it, uncompressed
 * @param sha256 the SHA-256 of the file, in hex
 */
public record CutFile(
    String path, String bucket, String dump, long rows, long bytes, long textBytes, String sha256) {
  private static final Pattern NAME =
      Pattern.compile(
          "([0-9]{1,18})(?:-([0-9]{1,18})\\.(?<compaction>[0-9]{1,18}))?"
              + "(?:\\.(?<removed>[0-9a-f]{16}))?\\.parquet");

  /** Checks the path. It is used to delete files. */
  public CutFile {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(dump, "dump");
    Objects.requireNonNull(sha256, "sha256");
    requireShard(path);
  }

  static void requireShard(String path) {
    if (path.startsWith("/") || ("/" + path).contains("/../") || !name(path).matches()) {
      throw new IllegalArgumentException("not the path of a shard: " + path);
    }
  }

  /** Returns the rank in the file's name. For a merged shard, it is the lowest rank. */
  public long rank() {
    return rank(path);
  }

  /** Returns the rank in the name of the shard at a path. */
  public static long rank(String path) {
    long rank = 0;
    for (int at = nameFrom(path); Character.digit(path.charAt(at), 10) >= 0; at++) {
      rank = 10 * rank + Character.digit(path.charAt(at), 10);
    }
    return rank;
  }

  /** Returns the rank in the file's name. For a merged shard, it is the highest rank. */
  public long lastRank() {
    Matcher name = name(path);
    return name.matches() && name.group(2) != null ? Long.parseLong(name.group(2)) : rank();
  }

  /**
   * Returns the number of the compaction that merged the shard at this path, or empty for other
   * paths.
   */
  public static OptionalLong compactionOf(String path) {
    Matcher name = name(path);
    return name.matches() && name.group("compaction") != null
        ? OptionalLong.of(Long.parseLong(name.group("compaction")))
        : OptionalLong.empty();
  }

  /** Returns whether a path has the form of the path of a shard. */
  public static boolean isShard(String path) {
    return name(path).matches();
  }

  /**
   * Returns the hash of the rows that were removed from the shard at this path, 0 if there are
   * none.
   */
  public static long removedHash(String path) {
    Matcher name = name(path);
    return name.matches() && name.group("removed") != null
        ? Long.parseUnsignedLong(name.group("removed"), 16)
        : 0;
  }

  /**
   * Returns the path of this shard after rows were removed from it.
   *
   * @param hash the sum of the hashes of all rows ever removed from it
   */
  public static String without(String path, long hash) {
    Matcher name = name(path);
    boolean again = name.matches() && name.group("removed") != null;
    int end = again ? name.start("removed") - 1 : path.lastIndexOf('.');
    return "%s.%016x.parquet".formatted(path.substring(0, end), hash);
  }

  private static Matcher name(String path) {
    return NAME.matcher(path).region(nameFrom(path), path.length());
  }

  /** Returns where the file's name starts; a path without a directory is not a shard. */
  private static int nameFrom(String path) {
    int directory = path.lastIndexOf('/');
    return directory > 0 ? directory + 1 : path.length();
  }
}
