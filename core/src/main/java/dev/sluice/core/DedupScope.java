package dev.sluice.core;

/** Decides among which documents an id is kept only once. */
public enum DedupScope {
  /** Keeps an id once in each bucket. */
  BUCKET,
  /** Keeps an id once in the whole output. The first kept copy wins. */
  GLOBAL,
  /** Keeps every copy. */
  NONE
}
