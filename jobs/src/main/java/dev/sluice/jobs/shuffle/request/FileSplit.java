package dev.sluice.jobs.shuffle.request;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Into which files rows go, in their order.
 *
 * @param shards so many files, of numbers of rows that differ by one at most
 * @param rowsPerFile or as many files as it takes with so many rows each, but for the last
 */
public record FileSplit(OptionalInt shards, OptionalLong rowsPerFile) {
  /** Everything in one file. */
  public static final FileSplit ONE = new FileSplit(OptionalInt.empty(), OptionalLong.empty());

  /** There may be so many files. */
  public static final int MAX_SHARDS = 100_000;

  /** Checks both. */
  public FileSplit {
    if (shards.isPresent() && rowsPerFile.isPresent()) {
      throw new IllegalArgumentException("either --shards or --rows-per-file");
    }
    if (shards.orElse(1) < 1 || shards.orElse(1) > MAX_SHARDS) {
      throw new IllegalArgumentException(
          "--shards %d: from 1 to %d".formatted(shards.getAsInt(), MAX_SHARDS));
    }
    if (rowsPerFile.orElse(1) < 1) {
      throw new IllegalArgumentException(
          "--rows-per-file %d: at least 1".formatted(rowsPerFile.getAsLong()));
    }
  }

  /** The number of files for so many rows; at least one. */
  public int files(long rows) {
    if (rowsPerFile.isEmpty()) {
      return shards.orElse(1);
    }
    long files = Math.max(1, (rows - 1) / rowsPerFile.getAsLong() + 1);
    if (files > MAX_SHARDS) {
      throw new IllegalArgumentException(
          "--rows-per-file %d makes %d files of %d rows: at most %d files are allowed"
              .formatted(rowsPerFile.getAsLong(), files, rows, MAX_SHARDS));
    }
    return (int) files;
  }

  /** The first row of a file, or behind the last of the one before. */
  public long firstRow(int file, long rows) {
    if (rowsPerFile.isPresent()) {
      return Math.min(rows, file * rowsPerFile.getAsLong());
    }
    long files = shards.orElse(1);
    return rows / files * file + Math.min(file, rows % files);
  }
}
