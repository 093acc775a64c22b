package dev.sluice.jobs.documents;

import java.util.List;

/**
 * Columns that a row gets, of numbers.
 *
 * @param names of the columns
 * @param numbers for each; NaN for null
 */
public record AddedNumbers(List<String> names, double[] numbers) {
  /** No columns. */
  public static final AddedNumbers NONE = new AddedNumbers(List.of(), new double[0]);

  boolean isAny() {
    return numbers.length > 0;
  }
}
