package dev.sluice.jobs.dedup.method;

import dev.sluice.jobs.dedup.stage.CandidateRule;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.dedup.stage.SimilarityCheck;
import java.util.Map;
import java.util.Optional;

/** A method of finding near-duplicates. Immutable and thread-safe. */
public sealed interface DuplicateMethod permits MinHashMethod, SimHashMethod, ExactMethod {
  /** Its name on the command line. */
  String title();

  /** Everything that determines its results, as JSON values. */
  Map<String, Object> arguments();

  /** The maximum number of keys of a document. */
  int keys();

  /** The size of a compact signature; 0 if candidates are not compared. */
  int signatureBytes();

  /** Which documents with a common key are candidates. */
  CandidateRule candidates(ClusterRule clustering);

  /** The condition for candidates; empty if all count. */
  Optional<SimilarityCheck> check(ClusterRule clustering);

  /** The parts of documents to compare; empty for whole documents. */
  default Optional<UnitRule> units() {
    return Optional.empty();
  }

  /** A further comparison of candidates that meet the condition; empty if there is none. */
  default Optional<TrueSimilarity> exactly() {
    return Optional.empty();
  }

  /** Memory as a multiple of a text's size, in addition to that of its row. */
  default int documentFactor() {
    return exactly()
        .map(TrueSimilarity::documentFactor)
        .or(() -> units().map(UnitRule::documentFactor))
        .orElse(0);
  }

  /** Creates a signer for one thread. */
  Signer signer();
}
