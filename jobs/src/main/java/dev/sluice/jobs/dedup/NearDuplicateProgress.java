package dev.sluice.jobs.dedup;

/** Receives the progress at intervals, from any thread, one at a time. */
@FunctionalInterface
public interface NearDuplicateProgress {
  /** Ignores it. */
  NearDuplicateProgress NONE = (phase, done, of) -> {};

  /** Documents are read; in bytes. */
  String READING = "reading";

  /** Documents of pairs are read again; in bytes. */
  String GATHERING = "gathering";

  /** Files are written; in bytes read. */
  String WRITING = "writing";

  /**
   * Reports the progress of a phase.
   *
   * @param phase for people
   * @param done bytes, parts or pairs
   * @param of total; 0 if unknown
   */
  void reached(String phase, long done, long of);
}
