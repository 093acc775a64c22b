package dev.sluice.jobs.validate.report;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Lengths, scores and dumps of a bucket. All numbers of an empty bucket are 0.
 *
 * @param minTextBytes length of the shortest text
 * @param meanTextBytes mean length
 * @param maxTextBytes length of the longest text
 * @param minScore lowest score
 * @param meanScore mean score
 * @param maxScore highest score
 * @param dumps by name; with an empty name if shards are not laid out by dump
 */
public record BucketStatistics(
    long minTextBytes,
    double meanTextBytes,
    long maxTextBytes,
    double minScore,
    double meanScore,
    double maxScore,
    SortedMap<String, DumpSummary> dumps) {
  /** Copies the map. */
  public BucketStatistics {
    dumps = Collections.unmodifiableSortedMap(new TreeMap<>(dumps));
  }
}
