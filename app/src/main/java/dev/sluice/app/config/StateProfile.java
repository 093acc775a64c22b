package dev.sluice.app.config;

/** What the memory of the topology's stores is bounded by. */
public enum StateProfile {
  /** Everything within {@code memory}, whatever the number of keys. */
  BOUNDED,

  /** Filters and indexes beside it: faster with very many keys. */
  FAST
}
