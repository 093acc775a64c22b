package dev.sluice.jobs.dedup.method;

import dev.sluice.algorithms.neardup.HammingBlocks;
import dev.sluice.algorithms.neardup.SimHash;
import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.stage.CandidateRule;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.dedup.stage.SimilarityCheck;
import dev.sluice.operators.shingle.ShingleUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * SimHash: documents are near-duplicates if their 64-bit fingerprints differ in few bits.
 *
 * @param unit of features
 * @param length of a feature, in units
 * @param blocks for finding pairs, with the maximum number of different bits
 */
public record SimHashMethod(ShingleUnit unit, int length, HammingBlocks blocks)
    implements DuplicateMethod {
  /**
   * In groups up to this size, all pairs are candidates; in larger ones, those selected by
   * fingerprints.
   */
  private static final int ALL = 1 << 10;

  /** Checks that everything is there. */
  public SimHashMethod {
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(blocks, "blocks");
    if (length < 1) {
      throw new IllegalArgumentException("a feature has at least 1 unit, not " + length);
    }
  }

  @Override
  public String title() {
    return "simhash";
  }

  @Override
  public Map<String, Object> arguments() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("shingle", unit.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    arguments.put("shingle_length", length);
    arguments.put("distance", blocks.distance());
    arguments.put("tables", blocks.tables());
    return arguments;
  }

  @Override
  public int keys() {
    return blocks.tables();
  }

  @Override
  public int signatureBytes() {
    return Long.BYTES;
  }

  @Override
  public CandidateRule candidates(ClusterRule clustering) {
    return new CandidateRule(ALL, 3, true, OptionalInt.of(blocks.distance()));
  }

  @Override
  public Optional<SimilarityCheck> check(ClusterRule clustering) {
    return Optional.of(
        new SimilarityCheck(SimHashMethod::similarity, similarity(blocks.distance())));
  }

  private static double similarity(byte[] one, int at, byte[] other, int otherAt) {
    return similarity(SimHash.distance(Bytes.readLong(one, at), Bytes.readLong(other, otherAt)));
  }

  private static double similarity(int distance) {
    return 1 - (double) distance / Long.SIZE;
  }

  @Override
  public Signer signer() {
    return new SimHashSigner(this);
  }
}
