package dev.sluice.jobs.split;

/** Is told how far a split is; by several threads. */
@FunctionalInterface
public interface SplitProgress {
  /** Tells nobody. */
  SplitProgress NONE = (phase, done, of) -> {};

  /** The inputs are looked at. */
  String LOOKING = "looking";

  /** Parts are written. */
  String CUTTING = "cutting";

  /**
   * Tells how far it is; called often.
   *
   * @param done bytes of the inputs
   * @param of all bytes of the inputs
   */
  void reached(String phase, long done, long of);
}
