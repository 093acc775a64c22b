package dev.sluice.storage.shard;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * A finished shard.
 *
 * @param bytes size of the file
 * @param sha256 of the file, as 64 lower-case hexadecimal digits
 */
public record ShardFile(Path path, long rows, long bytes, String sha256) {
  private static final int SHA256_DIGITS = 64;

  /** Checks the components. */
  public ShardFile {
    requireNonNull(path, "path");
    if (rows < 0 || bytes < 0 || sha256.length() != SHA256_DIGITS) {
      throw new IllegalArgumentException(
          "no shard: %d rows, %d bytes, sha256 %s".formatted(rows, bytes, sha256));
    }
  }
}
