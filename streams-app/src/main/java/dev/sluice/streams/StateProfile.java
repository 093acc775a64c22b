package dev.sluice.streams;

/** What the memory of the topology's stores is bounded by. */
public enum StateProfile {
  /**
   * Blocks, indexes and filters share one cache, so that memory is what it is set to, whatever the
   * number of keys. Slower once the filters outgrow the cache: they are then read from disk.
   */
  BOUNDED,

  /**
   * Indexes and filters stay in memory beside the cache, about 2.2 bytes for each key of the
   * process. Fast whatever the number of keys; memory grows with it.
   */
  FAST
}
