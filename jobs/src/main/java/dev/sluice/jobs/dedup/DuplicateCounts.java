package dev.sluice.jobs.dedup;

import java.util.SortedMap;

/**
 * How much is removed.
 *
 * @param copies documents, or paragraphs or lines, with a kept one of the same units
 * @param contained documents that a kept one nearly contains
 * @param clusters kept ones with at least one of these
 * @param largest size of the largest cluster, with the kept one; 0 if there is none
 * @param containedOf contained documents by directory
 */
record DuplicateCounts(
    long copies, long contained, long clusters, long largest, SortedMap<String, Long> containedOf) {
  long removed() {
    return copies + contained;
  }
}
