package dev.sluice.jobs.shuffle;

/** Receives the progress of a shuffle. */
@FunctionalInterface
public interface ShuffleProgress {
  /** Ignores it. */
  ShuffleProgress NONE = (phase, done, of, rows, file) -> {};

  /** The inputs are read and scattered to partitions. */
  String READING = "reading";

  /** Partitions are sorted and written. */
  String WRITING = "writing";

  /**
   * Called often, by one thread.
   *
   * @param phase one of the above
   * @param done bytes of the phase
   * @param of all bytes of the phase
   * @param rows so far in the phase
   * @param file being read or written
   */
  void reached(String phase, long done, long of, long rows, String file);
}
