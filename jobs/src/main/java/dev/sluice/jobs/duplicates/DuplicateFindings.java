package dev.sluice.jobs.duplicates;

import java.util.List;
import java.util.Optional;

/**
 * What deduplication found.
 *
 * @param sizes clusters by number of documents
 * @param similarities removed documents by similarity to their survivor, in bars of equal width
 *     from 0 to 1; none if pairs were not compared
 * @param largest the largest clusters, the largest first
 * @param examples removed documents beside their survivors
 */
public record DuplicateFindings(
    List<SizeClass> sizes,
    List<Long> similarities,
    List<LargeCluster> largest,
    List<Example> examples) {
  /** Number of bars. */
  public static final int BARS = 50;

  /**
   * Clusters of similar size.
   *
   * @param from least number of documents
   * @param to greatest number of documents; {@link Long#MAX_VALUE} if open
   * @param clusters how many there are
   */
  public record SizeClass(long from, long to, long clusters) {}

  /**
   * A large cluster.
   *
   * @param survivor its survivor
   * @param documents number of its documents
   */
  public record LargeCluster(ClusterMemberRow survivor, long documents) {}

  /**
   * A removed document and its survivor.
   *
   * @param why it was chosen
   * @param keptText text of the survivor; empty if the input cannot be read any more
   * @param removedText text of the removed document; likewise
   */
  public record Example(
      Choice why,
      ClusterMemberRow kept,
      ClusterMemberRow removed,
      Optional<String> keptText,
      Optional<String> removedText) {}

  /** Why an example was chosen. */
  public enum Choice {
    /** Few removed documents are less similar to their survivor. */
    LEAST_SIMILAR,
    /** Its cluster is one of the largest. */
    LARGE_CLUSTER
  }

  /** Copies the lists. */
  public DuplicateFindings {
    sizes = List.copyOf(sizes);
    similarities = List.copyOf(similarities);
    largest = List.copyOf(largest);
    examples = List.copyOf(examples);
  }
}
