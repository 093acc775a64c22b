package dev.sluice.jobs.dedup.spill;

/**
 * What is known of a temporary file.
 *
 * @param name in the temporary directory
 * @param records that are in it
 * @param bytes that are in it
 */
public record SpillFile(String name, long records, long bytes) {
  public static SpillFile empty(String name) {
    return new SpillFile(name, 0, 0);
  }
}
