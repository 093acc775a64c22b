package dev.sluice.algorithms.sample;

import java.util.Objects;

/**
 * The rows of one file, as far as choosing among them needs to know.
 *
 * @param prefix what is hashed in front of a row's number
 * @param rows how many there are, numbered from 0
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
