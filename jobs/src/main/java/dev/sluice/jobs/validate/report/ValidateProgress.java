package dev.sluice.jobs.validate.report;

/** Told of each file before it is read. */
@FunctionalInterface
public interface ValidateProgress {
  /**
   * A file is about to be read.
   *
   * @param file relative path
   * @param number of the file, from 1, within this reading of the output or of the source
   * @param of how many
   */
  void reading(String file, int number, int of);
}
