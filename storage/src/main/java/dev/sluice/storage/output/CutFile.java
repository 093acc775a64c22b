package dev.sluice.storage.output;

import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A shard that a cut published.
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
  private static final Pattern NAME = Pattern.compile("[^/].*/([0-9]{1,18})\\.parquet");

  /** Checks the path: files are deleted by it. */
  public CutFile {
    Objects.requireNonNull(bucket, "bucket");
    Objects.requireNonNull(dump, "dump");
    Objects.requireNonNull(sha256, "sha256");
    if (!NAME.matcher(path).matches() || List.of(path.split("/")).contains("..")) {
      throw new IllegalArgumentException("no path of a shard: " + path);
    }
  }

  /** The number that the file is named after. */
  long rank() {
    Matcher matcher = NAME.matcher(path);
    matcher.matches();
    return Long.parseLong(matcher.group(1));
  }
}
