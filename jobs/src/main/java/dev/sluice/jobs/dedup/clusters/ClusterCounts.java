package dev.sluice.jobs.dedup.clusters;

/**
 * How many clusters there are.
 *
 * @param clusters of two documents or more
 * @param documents in them, those that are kept too
 * @param largest the documents of the largest one; 0 where there is none
 */
public record ClusterCounts(long clusters, long documents, long largest) {}
