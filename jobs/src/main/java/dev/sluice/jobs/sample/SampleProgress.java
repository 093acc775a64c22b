package dev.sluice.jobs.sample;

/** Told how far a sample is. */
@FunctionalInterface
public interface SampleProgress {
  /**
   * Told often, from any thread.
   *
   * @param phase what is being done
   * @param done of it, in the phase's own unit
   * @param of all of it
   */
  void reached(String phase, long done, long of);
}
