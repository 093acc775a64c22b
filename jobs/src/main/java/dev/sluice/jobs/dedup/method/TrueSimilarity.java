package dev.sluice.jobs.dedup.method;

import dev.sluice.operators.minhash.HashFamily;
import dev.sluice.operators.shingle.ShingleUnit;
import java.util.Objects;

/**
 * Comparison of candidates by their shingle sets.
 *
 * @param unit of shingles
 * @param length of a shingle, in units
 * @param hashing of shingles
 * @param least minimum Jaccard similarity
 */
public record TrueSimilarity(ShingleUnit unit, int length, HashFamily hashing, double least) {
  /** Checks that everything is there. */
  public TrueSimilarity {
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(hashing, "hashing");
  }

  /**
   * Memory as a multiple of a text's size while sets are built or compared, in addition to that of
   * its row: a word of one letter and a blank, or a character, becomes a number of 4 bytes.
   */
  int documentFactor() {
    return unit == ShingleUnit.CHARACTERS ? 12 : 6;
  }
}
