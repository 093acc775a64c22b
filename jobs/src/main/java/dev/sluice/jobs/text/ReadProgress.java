package dev.sluice.jobs.text;

/** Receives the progress of reading at intervals. */
@FunctionalInterface
public interface ReadProgress {
  /** Ignores it. */
  ReadProgress NONE = (bytes, planned, texts, file) -> {};

  /**
   * Reports the position.
   *
   * @param bytes read of all files, as on disk
   * @param planned size of all files
   * @param texts read so far
   * @param file being read
   */
  void update(long bytes, long planned, long texts, String file);
}
