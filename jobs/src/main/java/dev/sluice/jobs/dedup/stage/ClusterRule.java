package dev.sluice.jobs.dedup.stage;

/** Which documents make a cluster. */
public enum ClusterRule {
  /** Those that a chain of pairs connects. */
  CONNECTED,
  /**
   * In input order: a document joins the first cluster whose first document it is paired with, or
   * else begins one.
   */
  FIRST_COME
}
