package dev.sluice.jobs.dedup;

/** Is told from time to time how far the work is, by any thread, one at a time. */
@FunctionalInterface
public interface NearDuplicateProgress {
  /** Tells nobody. */
  NearDuplicateProgress NONE = (phase, done, of) -> {};

  /** The phase in which documents are read; in bytes. */
  String READING = "reading";

  /** The phase in which documents of pairs are read again; in bytes. */
  String GATHERING = "gathering";

  /** The phase in which files are written; in bytes of those that are read. */
  String WRITING = "writing";

  /**
   * Tells how far a phase is.
   *
   * @param phase for people
   * @param done bytes, parts or pairs
   * @param of how many there are; 0 where it is not known
   */
  void reached(String phase, long done, long of);
}
