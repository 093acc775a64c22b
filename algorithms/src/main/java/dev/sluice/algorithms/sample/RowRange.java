package dev.sluice.algorithms.sample;

import java.util.Objects;

/**
 * The rows of one file, for choosing among them.
 *
 * @param prefix precedes a row's number in the hashed message
 * @param rows number of rows, which are numbered from 0
 */
public record RowRange(String prefix, long rows) {
  /** Checks the number. */
  public RowRange {
    Objects.requireNonNull(prefix, "prefix");
    if (rows < 0) {
      throw new IllegalArgumentException("%d rows of %s".formatted(rows, prefix));
    }
  }
}
