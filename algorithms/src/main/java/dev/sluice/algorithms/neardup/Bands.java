package dev.sluice.algorithms.neardup;

import dev.sluice.core.SplitMix64;

/**
 * How a signature is split into bands, so that similar signatures meet: texts whose rows are equal
 * in any band are candidates (Leskovec, Rajaraman, Ullman: Mining of Massive Datasets, 3.4). At
 * similarity s, the probability is {@code 1 - (1 - s^rows)^bands}.
 *
 * @param bands 1 or more
 * @param rows of each band, 1 or more; bands x rows at most 65,536
 */
public record Bands(int bands, int rows) {
  private static final int MOST_ROWS = 1 << 16;
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  public Bands {
    if (bands < 1 || rows < 1 || (long) bands * rows > MOST_ROWS) {
      throw new IllegalArgumentException(
          "bands and rows are 1 or more, and their product at most %d: %d bands of %d rows"
              .formatted(MOST_ROWS, bands, rows));
    }
  }

  /** Number of rows of a signature that are used. */
  public int total() {
    return bands * rows;
  }

  /** The probability that two texts with this similarity, 0 to 1, become candidates. */
  public double found(double similarity) {
    return 1 - Math.pow(1 - Math.pow(similarity, rows), bands);
  }

  /**
   * Computes the keys of a signature's bands. The band's number is part of its key, so keys of all
   * bands can be mixed; two different bands have the same key with a probability of about 2^-64.
   *
   * @param signature with at least {@link #total} rows
   * @param keys receives one key for each band
   */
  public void keys(long[] signature, long[] keys) {
    int at = 0;
    for (int band = 0; band < bands; band++) {
      long key = SplitMix64.mix(band + GOLDEN);
      for (int row = 0; row < rows; row++) {
        key = (key ^ signature[at++]) * GOLDEN;
        key ^= key >>> 32;
      }
      keys[band] = SplitMix64.mix(key);
    }
  }

  @Override
  public String toString() {
    return bands + "x" + rows;
  }
}
