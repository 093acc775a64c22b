package dev.sluice.jobs.dedup.clusters;

import java.util.OptionalDouble;

/**
 * What was decided about a document that has near-duplicates.
 *
 * @param document its number
 * @param cluster the number of the document of its cluster that is kept, maybe its own
 * @param similarity to that one; empty where pairs are not checked
 */
public record ClusterDecision(long document, long cluster, OptionalDouble similarity) {
  /** Whether it is kept. */
  public boolean kept() {
    return document == cluster;
  }
}
