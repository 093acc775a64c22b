package dev.sluice.jobs.text;

/** Is told from time to time how far reading is. */
@FunctionalInterface
public interface ReadProgress {
  /** Tells nobody. */
  ReadProgress NONE = (bytes, planned, texts, file) -> {};

  /**
   * Tells how far it is.
   *
   * @param bytes of all files that have been read, as they are on disk
   * @param planned bytes of all files
   * @param texts read so far
   * @param file being read
   */
  void update(long bytes, long planned, long texts, String file);
}
