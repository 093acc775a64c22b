package dev.sluice.jobs.validate.output;

/** Computes how many passes are needed so that the keys of each fit into memory. */
public final class Passes {
  private Passes() {}

  /**
   * The number of passes, at least 1.
   *
   * @param keys total number
   * @param values number of values for each key
   * @param memoryBytes for one table
   */
  public static int of(long keys, int values, long memoryBytes) {
    long fitting = Math.min(memoryBytes / KeyTable.bytesPerKey(values), KeyTable.maxKeys(values));
    // A tenth more than the average, because parts differ in size.
    long needed = keys + keys / 10;
    return (int) Math.max(1, -Math.floorDiv(-needed, fitting));
  }
}
