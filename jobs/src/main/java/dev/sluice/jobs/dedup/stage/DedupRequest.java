package dev.sluice.jobs.dedup.stage;

import dev.sluice.algorithms.neardup.Survivor;
import dev.sluice.jobs.dedup.spill.FeatureLayout;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What is to be done with documents of which only band keys and facts are known.
 *
 * @param arguments all that the result depends on, as JSON values: another call may continue only
 *     with the same ones
 * @param keys of each document, at most; what disk and parts are planned by
 * @param signatureBytes of a compact signature; 0 where pairs are not checked
 * @param candidates which pairs of a group are
 * @param check when a candidate counts; empty where all do
 * @param exactly the least similarity of their sets with which pairs count that passed the check;
 *     empty where the check is enough
 * @param clustering which documents make a cluster
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
  /** One without sets. */
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
