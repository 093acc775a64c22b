package dev.sluice.jobs.dedup.spill;

/**
 * The known content of a temporary file.
 *
 * @param name in the temporary directory
 * @param records number of records
 * @param bytes size
 */
public record SpillFile(String name, long records, long bytes) {
  public static SpillFile empty(String name) {
    return new SpillFile(name, 0, 0);
  }
}
