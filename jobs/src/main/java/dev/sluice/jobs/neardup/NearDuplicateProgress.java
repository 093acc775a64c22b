package dev.sluice.jobs.neardup;

/** Is told from time to time how far the work is, by any thread, one at a time. */
@FunctionalInterface
public interface NearDuplicateProgress {
  /** Tells nobody. */
  NearDuplicateProgress NONE = (phase, done, of) -> {};

  /**
   * Tells how far a phase is.
   *
   * @param phase for people
   * @param done bytes, parts or pairs
   * @param of how many there are; 0 where it is not known
   */
  void reached(String phase, long done, long of);
}
