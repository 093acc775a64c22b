package dev.sluice.jobs.dedup.stage;

/** Which documents form a cluster. */
public enum ClusterRule {
  /** Documents connected by a chain of pairs. */
  CONNECTED,
  /**
   * In input order, a document joins the first cluster whose first document it is paired with, or
   * starts a new cluster.
   */
  FIRST_COME,
  /**
   * A document belongs to the first document before it that it is paired with, whether that one is
   * kept or not; with keys of bands, it is only paired with the first document of each. So what is
   * removed does not depend on what comes later.
   */
  EARLIEST
}
