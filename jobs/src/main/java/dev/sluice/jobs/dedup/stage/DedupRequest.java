package dev.sluice.jobs.dedup.stage;

import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.spill.FeatureLayout;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What to do with documents of which only band keys and features are known.
 *
 * @param arguments everything that determines the result, as JSON values: a run can only be resumed
 *     with the same ones
 * @param keys maximum number per document, for planning
 * @param signatureBytes size of a compact signature; 0 if pairs are not compared
 * @param candidates pairs of a group
 * @param check condition for candidates; empty if all count
 * @param exactly minimum similarity of shingle sets for pairs that meet the condition; empty if
 *     sets are not compared
 * @param clustering which documents form a cluster
 * @param survivor which document of a cluster is kept
 */
public record DedupRequest(
    Map<String, Object> arguments,
    int keys,
    int signatureBytes,
    CandidateRule candidates,
    Optional<SimilarityCheck> check,
    OptionalDouble exactly,
    ClusterRule clustering,
    Survivor survivor) {
  /** A request without sets. */
  public DedupRequest(
      Map<String, Object> arguments,
      int keys,
      int signatureBytes,
      CandidateRule candidates,
      Optional<SimilarityCheck> check,
      ClusterRule clustering,
      Survivor survivor) {
    this(
        arguments,
        keys,
        signatureBytes,
        candidates,
        check,
        OptionalDouble.empty(),
        clustering,
        survivor);
  }

  /** Checks that a check has something to look at. */
  public DedupRequest {
    arguments = Map.copyOf(arguments);
    if (keys < 1 || signatureBytes < 0 || check.isPresent() != signatureBytes > 0) {
      throw new IllegalArgumentException(
          "%d keys; %d bytes of signature and %s check"
              .formatted(keys, signatureBytes, check.isPresent() ? "a" : "no"));
    }
  }

  public FeatureLayout layout() {
    return new FeatureLayout(signatureBytes);
  }
}
