package dev.sluice.jobs.dedup.clusters;

import java.util.OptionalDouble;

/**
 * The decision on a document that has near-duplicates.
 *
 * @param document its number
 * @param cluster number of the cluster's survivor, possibly the document itself
 * @param similarity to the survivor; empty if pairs are not compared
 */
public record ClusterDecision(long document, long cluster, OptionalDouble similarity) {
  /** Whether it is the survivor. */
  public boolean kept() {
    return document == cluster;
  }
}
