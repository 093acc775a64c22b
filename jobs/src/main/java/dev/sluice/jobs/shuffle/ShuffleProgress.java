package dev.sluice.jobs.shuffle;

/** Is told how far a shuffle is. */
@FunctionalInterface
public interface ShuffleProgress {
  /** Tells nobody. */
  ShuffleProgress NONE = (phase, done, of, rows, file) -> {};

  /** The inputs are read and dealt to piles. */
  String READING = "reading";

  /** Piles are sorted and written. */
  String WRITING = "writing";

  /**
   * Tells how far it is; called often, by one thread.
   *
   * @param phase one of the above
   * @param done bytes of the phase
   * @param of all bytes of the phase
   * @param rows so far in the phase
   * @param file that is read or written
   */
  void reached(String phase, long done, long of, long rows, String file);
}
