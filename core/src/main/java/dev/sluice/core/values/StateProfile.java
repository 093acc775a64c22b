package dev.sluice.core.values;

/** Determines what limits the memory of the topology's stores. */
public enum StateProfile {
  /**
   * Blocks, indexes and filters share one cache. Its size is fixed, whatever the number of keys.
   * Stores become slower once the filters outgrow the cache, because they are then read from disk.
   */
  BOUNDED,

  /**
   * Indexes and filters are in memory outside the cache. They take about 2.2 bytes per key of the
   * process. Stores stay fast for any number of keys, but memory grows with that number.
   */
  FAST
}
