package dev.sluice.jobs.dedup.method;

import dev.sluice.jobs.dedup.stage.CandidateRule;
import dev.sluice.jobs.dedup.stage.SimilarityCheck;
import java.util.Map;
import java.util.Optional;

/** How near-duplicates are found. Immutable and thread-safe. */
public sealed interface DuplicateMethod permits MinHashMethod, SimHashMethod, ExactMethod {
  /** What the command calls it. */
  String title();

  /** All that it depends on, as JSON values. */
  Map<String, Object> arguments();

  /** The most keys that a document has. */
  int keys();

  /** The bytes of a compact signature; 0 where candidates are not checked. */
  int signatureBytes();

  /** Which documents that share a key are candidates. */
  CandidateRule candidates();

  /** When a candidate counts; empty where all do. */
  Optional<SimilarityCheck> check();

  /** Which parts of documents are compared; empty where documents are. */
  default Optional<UnitRule> units() {
    return Optional.empty();
  }

  /** How candidates that pass the check are compared besides; empty where the check is enough. */
  default Optional<TrueSimilarity> exactly() {
    return Optional.empty();
  }

  /** How often the bytes of a text are taken at most, beyond what a row takes anyway. */
  default int documentFactor() {
    return exactly()
        .map(TrueSimilarity::documentFactor)
        .or(() -> units().map(UnitRule::documentFactor))
        .orElse(0);
  }

  /** Makes a signer for one thread. */
  Signer signer();
}
