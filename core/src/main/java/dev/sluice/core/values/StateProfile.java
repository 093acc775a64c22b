package dev.sluice.core.values;

/** What limits the memory of the topology's stores. */
public enum StateProfile {
  /**
   * Blocks, indexes and filters share one cache of fixed size, whatever the number of keys. Slower
   * once the filters outgrow the cache, because they are then read from disk.
   */
  BOUNDED,

  /**
   * Indexes and filters are in memory outside of the cache: about 2.2 bytes per key of the process.
   * Fast whatever the number of keys, but memory grows with it.
   */
  FAST
}
