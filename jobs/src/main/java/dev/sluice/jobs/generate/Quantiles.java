package dev.sluice.jobs.generate;

/**
 * A distribution defined by some of its quantiles, with linear interpolation. Needs only additions
 * and multiplications, so results are the same on all platforms.
 *
 * <p>Immutable and thread-safe.
 */
final class Quantiles {
  private final double[] shares;
  private final double[] values;

  private Quantiles(double[] shares, double[] values) {
    this.shares = shares;
    this.values = values;
  }

  /**
   * @param pairs alternately fraction and value, both ascending; the first fraction is 0, the last
   *     1
   */
  static Quantiles of(double... pairs) {
    double[] shares = new double[pairs.length / 2];
    double[] values = new double[pairs.length / 2];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = pairs[2 * i];
      values[i] = pairs[2 * i + 1];
    }
    return new Quantiles(shares, values);
  }

  /** The quantile of a fraction in {@code [0, 1)}. */
  double at(double share) {
    int upper = 1;
    while (shares[upper] <= share) {
      upper++;
    }
    double within = (share - shares[upper - 1]) / (shares[upper] - shares[upper - 1]);
    return values[upper - 1] + within * (values[upper] - values[upper - 1]);
  }
}
