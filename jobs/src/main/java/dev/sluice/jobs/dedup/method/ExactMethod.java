package dev.sluice.jobs.dedup.method;

import dev.sluice.core.Bytes;
import dev.sluice.jobs.dedup.stage.CandidateRule;
import dev.sluice.jobs.dedup.stage.ClusterRule;
import dev.sluice.jobs.dedup.stage.SimilarityCheck;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Documents, or parts of them, with equal normalised texts. A key of 56 bits makes them candidates,
 * then 128 other bits must be equal: different texts are considered equal with a probability of
 * 2^-184.
 *
 * @param normalising of texts
 * @param units parts to compare; empty for documents
 */
public record ExactMethod(TextNormalisation normalising, Optional<UnitRule> units)
    implements DuplicateMethod {
  /** Size of the 128 bits in a signature; the position of a part follows. */
  public static final int HASH_BYTES = 2 * Long.BYTES;

  private static final CandidateRule RULE = new CandidateRule(4, 3, true);

  /** Checks that they are there. */
  public ExactMethod {
    Objects.requireNonNull(normalising, "normalising");
    Objects.requireNonNull(units, "units");
  }

  /** For whole documents. */
  public ExactMethod(TextNormalisation normalising) {
    this(normalising, Optional.empty());
  }

  @Override
  public String title() {
    return "exact";
  }

  @Override
  public Map<String, Object> arguments() {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("normalise", normalising.title());
    units.ifPresent(
        rule -> {
          arguments.put("unit", rule.unit().title());
          arguments.put("min_unit_length", rule.leastBytes());
        });
    return arguments;
  }

  @Override
  public int keys() {
    return 1;
  }

  @Override
  public int signatureBytes() {
    return units.isPresent() ? HASH_BYTES + Long.BYTES : HASH_BYTES;
  }

  @Override
  public CandidateRule candidates(ClusterRule clustering) {
    return RULE;
  }

  @Override
  public Optional<SimilarityCheck> check(ClusterRule clustering) {
    return Optional.of(new SimilarityCheck(ExactMethod::similarity, 1));
  }

  private static double similarity(byte[] one, int at, byte[] other, int otherAt) {
    boolean equal =
        Bytes.readLong(one, at) == Bytes.readLong(other, otherAt)
            && Bytes.readLong(one, at + Long.BYTES) == Bytes.readLong(other, otherAt + Long.BYTES);
    return equal ? 1 : 0;
  }

  @Override
  public Signer signer() {
    return new ExactSigner(normalising);
  }
}
