package dev.sluice.algorithms.neardup;

import dev.sluice.core.SplitMix64;
import java.util.function.DoubleUnaryOperator;

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
  private static final double STEP = 0.001;
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
    return found(similarity, bands, rows);
  }

  private static double found(double similarity, int bands, int rows) {
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

  /**
   * The bands with at most this many rows in total that minimise the error for a threshold: the
   * area under {@link #found} below the threshold plus the area above it beyond the threshold,
   * weighted equally as in datasketch. For (0.7, 128) 14 x 9, for (0.8, 128) 9 x 13.
   *
   * @param threshold of the similarity, between 0 and 1
   * @param rows maximum in total, 1 to 1,024
   */
  public static Bands optimal(double threshold, int rows) {
    if (!(threshold > 0 && threshold < 1)) {
      throw new IllegalArgumentException(
          "a threshold is more than 0 and less than 1, not " + threshold);
    }
    if (rows < 1 || rows > 1_024) {
      throw new IllegalArgumentException("rows are 1 to 1024, not " + rows);
    }
    Bands best = new Bands(1, 1);
    double least = Double.MAX_VALUE;
    for (int bands = 1; bands <= rows; bands++) {
      for (int each = 1; each <= rows / bands; each++) {
        double error = error(threshold, bands, each);
        if (error < least) {
          least = error;
          best = new Bands(bands, each);
        }
      }
    }
    return best;
  }

  private static double error(double threshold, int bands, int rows) {
    return area(0, threshold, s -> found(s, bands, rows))
        + area(threshold, 1, s -> 1 - found(s, bands, rows));
  }

  private static double area(double from, double to, DoubleUnaryOperator curve) {
    double area = 0;
    for (double at = from; at < to; at += STEP) {
      area += curve.applyAsDouble(at + 0.5 * STEP) * STEP;
    }
    return area;
  }

  @Override
  public String toString() {
    return bands + "x" + rows;
  }
}
