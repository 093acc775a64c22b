package dev.sluice.jobs.dedup.method;

import dev.sluice.algorithms.neardup.Bands;
import dev.sluice.algorithms.neardup.Similarity;
import dev.sluice.jobs.dedup.stage.CandidateRule;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.dedup.stage.SimilarityCheck;
import dev.sluice.operators.minhash.BandKeys;
import dev.sluice.operators.minhash.HashFamily;
import dev.sluice.operators.shingle.ShingleUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * MinHash: documents whose signatures agree in all rows of a band are candidates. Where the
 * earliest match decides, only the first document of each band is, and an estimate is by the
 * sketches that near-deduplication in the stream has: both remove the same documents.
 *
 * @param unit of shingles
 * @param length of a shingle, in units
 * @param bands number of bands, and rows per band
 * @param hashing of shingles and signatures
 * @param least minimum similarity; empty if all candidates count
 * @param exact whether the true similarity of the shingle sets is computed, or an estimate
 */
public record MinHashMethod(
    ShingleUnit unit,
    int length,
    Bands bands,
    HashFamily hashing,
    OptionalDouble least,
    boolean exact)
    implements DuplicateMethod {
  /**
   * Standard errors by which an estimate may be too low if the true similarity is computed
   * afterwards.
   */
  private static final double ERRORS = 4;

  /** Checks that it goes together. */
  public MinHashMethod {
    Objects.requireNonNull(least, "least");
    new BandKeys(unit, length, bands, hashing); // checks them
    if (exact && least.isEmpty()) {
      throw new IllegalArgumentException("an exact check without a minimum similarity");
    }
  }

  /** A method whose candidates are checked by estimates, or not at all. */
  public MinHashMethod(
      ShingleUnit unit, int length, Bands bands, HashFamily hashing, OptionalDouble least) {
    this(unit, length, bands, hashing, least, false);
  }

  /** How a text becomes keys. */
  BandKeys bandKeys() {
    return new BandKeys(unit, length, bands, hashing);
  }

  @Override
  public String title() {
    return "minhash";
  }

  @Override
  public Map<String, Object> arguments() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("shingle", unit.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    arguments.put("shingle_length", length);
    arguments.put("bands", bands.bands());
    arguments.put("rows", bands.rows());
    arguments.put("hashing", hashing.title());
    arguments.put("check", exact ? "exact" : least.isPresent() ? "estimate" : "none");
    least.ifPresent(threshold -> arguments.put("check_threshold", threshold));
    return arguments;
  }

  @Override
  public int keys() {
    return bands.bands();
  }

  @Override
  public int signatureBytes() {
    return least.isPresent() ? bands.total() : 0;
  }

  @Override
  public CandidateRule candidates(ClusterRule clustering) {
    return least.isPresent() && clustering != ClusterRule.EARLIEST
        ? CandidateRule.CHECKED
        : CandidateRule.UNCHECKED;
  }

  @Override
  public Optional<SimilarityCheck> check(ClusterRule clustering) {
    if (least.isEmpty()) {
      return Optional.empty();
    }
    int rows = bands.total();
    double threshold = least.getAsDouble();
    if (clustering == ClusterRule.EARLIEST && !exact) {
      return Optional.of(
          new SimilarityCheck(
              (one, at, other, otherAt) -> Similarity.bySketch(one, at, other, otherAt, rows),
              threshold));
    }
    return Optional.of(
        new SimilarityCheck(
            (one, at, other, otherAt) -> Similarity.estimate(one, at, other, otherAt, rows),
            exact ? leastEstimate(threshold) : threshold));
  }

  /** The lowest plausible estimate for a sufficiently similar pair: 1 in 30,000 is below. */
  private double leastEstimate(double similarity) {
    double error = Math.sqrt(similarity * (1 - similarity) / bands.total());
    return Math.max(0, similarity - ERRORS * error);
  }

  @Override
  public Optional<TrueSimilarity> exactly() {
    return exact
        ? Optional.of(new TrueSimilarity(unit, length, hashing, least.getAsDouble()))
        : Optional.empty();
  }

  @Override
  public Signer signer() {
    return new MinHashSigner(this);
  }
}
