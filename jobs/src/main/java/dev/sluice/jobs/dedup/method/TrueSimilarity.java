package dev.sluice.jobs.dedup.method;

import dev.sluice.operators.shingle.ShingleUnit;
import java.util.Objects;

/**
 * Which shingles candidates are compared by as sets.
 *
 * @param unit what shingles are sequences of
 * @param length of a shingle, in units
 * @param hashing of shingles
 * @param least the Jaccard similarity from which a candidate counts
 */
public record TrueSimilarity(ShingleUnit unit, int length, HashFamily hashing, double least) {
  /** Checks that everything is there. */
  public TrueSimilarity {
    Objects.requireNonNull(unit, "unit");
    Objects.requireNonNull(hashing, "hashing");
  }

  /**
   * How often the bytes of a text are taken at most while its set is made, or two such are
   * compared, beyond what a row takes anyway: a word of a letter and a blank, or a character, makes
   * a number of 4 bytes.
   */
  int documentFactor() {
    return unit == ShingleUnit.CHARACTERS ? 12 : 6;
  }
}
