package dev.sluice.storage.shard;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * A finished shard.
 *
 * @param bytes the file's size
 * @param sha256 of the file, 64 hexadecimal digits in lower case
 */
public record ShardFile(Path path, long rows, long bytes, String sha256) {
  private static final int SHA256_DIGITS = 64;

  /** Checks that the parts can be. */
  public ShardFile {
    requireNonNull(path, "path");
    if (rows < 0 || bytes < 0 || sha256.length() != SHA256_DIGITS) {
      throw new IllegalArgumentException(
          "no shard: %d rows, %d bytes, sha256 %s".formatted(rows, bytes, sha256));
    }
  }
}
