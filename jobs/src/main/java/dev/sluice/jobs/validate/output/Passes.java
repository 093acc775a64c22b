package dev.sluice.jobs.validate.output;

/** How many readings it takes until every key has been in a table that fits the memory. */
public final class Passes {
  private Passes() {}

  /**
   * The number of passes, at least 1.
   *
   * @param keys in all
   * @param values longs that belong to each key
   * @param memoryBytes for one table
   */
  public static int of(long keys, int values, long memoryBytes) {
    long fitting = Math.min(memoryBytes / KeyTable.bytesPerKey(values), KeyTable.maxKeys(values));
    // A tenth more than the average share, as the shares differ.
    long needed = keys + keys / 10;
    return (int) Math.max(1, -Math.floorDiv(-needed, fitting));
  }
}
