package dev.sluice.core.filter;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalLong;

/**
 * What is known about some rows without reading them. Minimums and maximums are rows whose value is
 * null where no bound is known. A bound need not be the value of a row, as long as no value lies
 * beyond it: a minimum may be cut off.
 *
 * <p>NaN counts as greater than every number here. A maximum that leaves it out, as those in
 * Parquet do, is no bound unless it is known otherwise that there is no NaN.
 *
 * @param rows how many there are, if that is known
 * @param nulls how many of them are null, for each of {@link BoundFilter#columns}, if known
 * @param minimums at most the least value of each column that is not null
 * @param maximums at least the greatest value of each column that is not null
 */
public record FilterStatistics(
    OptionalLong rows, List<OptionalLong> nulls, FilterRow minimums, FilterRow maximums) {
  /** Requires every part. */
  public FilterStatistics {
    requireNonNull(rows, "rows");
    nulls = List.copyOf(nulls);
    requireNonNull(minimums, "minimums");
    requireNonNull(maximums, "maximums");
  }

  boolean isEmpty() {
    return rows.isPresent() && rows.getAsLong() == 0;
  }

  /** Whether the column is known to have no value in any row. */
  boolean isAllNull(int column) {
    return rows.isPresent() && nulls.get(column).equals(rows);
  }

  /** Whether the column is known to have a value in every row. */
  boolean isNeverNull(int column) {
    return nulls.get(column).equals(OptionalLong.of(0));
  }
}
