package dev.sluice.jobs.shuffle;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How rows are divided into files, in order.
 *
 * @param shards number of files, whose numbers of rows differ by at most one
 * @param rowsPerFile rows of each file but the last; an alternative to {@code shards}
 */
public record FileSplit(OptionalInt shards, OptionalLong rowsPerFile) {
  /** Everything in one file. */
  public static final FileSplit ONE = new FileSplit(OptionalInt.empty(), OptionalLong.empty());

  /** Limit of the number of files. */
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

  /** The number of files for this many rows; at least one. */
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

  /** The first row of a file; for the number of files, the number of rows. */
  public long firstRow(int file, long rows) {
    if (rowsPerFile.isPresent()) {
      return Math.min(rows, file * rowsPerFile.getAsLong());
    }
    long files = shards.orElse(1);
    return rows / files * file + Math.min(file, rows % files);
  }
}
