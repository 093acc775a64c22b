package dev.sluice.core;

/** The documents among which an id is kept once. */
public enum DedupScope {
  /** Keeps an id once in each bucket. */
  BUCKET,
  /** Keeps an id once in the whole output: the first kept copy wins. */
  GLOBAL,
  /** Keeps every copy. */
  NONE
}
