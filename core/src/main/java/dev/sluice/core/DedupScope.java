package dev.sluice.core;

/** The documents among which an id is kept once. */
public enum DedupScope {
  /** Once in each bucket. */
  BUCKET,
  /** Once in the whole output: the first kept copy wins. */
  GLOBAL,
  /** Every copy is kept. */
  NONE
}
