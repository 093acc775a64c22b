package dev.sluice.jobs.dedup.clusters;

/**
 * The number of clusters.
 *
 * @param clusters of two documents or more
 * @param documents in them, including survivors
 * @param largest number of documents in the largest cluster; 0 if there is none
 */
public record ClusterCounts(long clusters, long documents, long largest) {}
