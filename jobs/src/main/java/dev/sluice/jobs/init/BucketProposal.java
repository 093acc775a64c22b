package dev.sluice.jobs.init;

import dev.sluice.core.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Buckets for scores. */
final class BucketProposal {
  private static final double[] RATES = {0.3, 0.6, 0.8, 1.0};

  /** Bounds are rounded to about this share of the range. */
  private static final double GRAIN = 0.005;

  private static final double SMALLEST = 1e-300;

  private static final List<Bucket> EDUCATIONAL =
      List.of(
          new Bucket("2.8", 2.8, 3.0, 0.3),
          new Bucket("3.0", 3.0, 3.5, 0.6),
          new Bucket("3.5", 3.5, 4.0, 0.8),
          new Bucket("4.0", 4.0, Double.POSITIVE_INFINITY, 1.0));

  private BucketProposal() {}

  /**
   * The default buckets if the scores look like those of FineWeb-Edu; else those between the
   * quartiles of the sample, fewer if many scores are equal.
   */
  static List<Bucket> of(ScoreRange range) {
    return range.educational() ? EDUCATIONAL : quartiles(range);
  }

  private static List<Bucket> quartiles(ScoreRange range) {
    List<Double> bounds = new ArrayList<>(List.of(range.min()));
    List<Double> rates = new ArrayList<>(List.of(RATES[0]));
    for (int quarter = 1; quarter < RATES.length; quarter++) {
      double bound = rounded(range.quantile((double) quarter / RATES.length), range);
      if (bound > bounds.get(bounds.size() - 1) && bound > range.least()) {
        bounds.add(bound);
        rates.add(RATES[quarter]);
      }
    }
    rates.set(rates.size() - 1, RATES[RATES.length - 1]);
    IntFunction<String> names = names(bounds);
    List<Bucket> buckets = new ArrayList<>();
    for (int i = 0; i < bounds.size(); i++) {
      double end = i + 1 < bounds.size() ? bounds.get(i + 1) : Double.POSITIVE_INFINITY;
      buckets.add(new Bucket(names.apply(i), bounds.get(i), end, rates.get(i)));
    }
    return buckets;
  }

  /** Few digits, but the number itself if rounding would move it out of the scores. */
  private static double rounded(double bound, ScoreRange range) {
    double grain = (range.usualGreatest() - range.usualLeast()) * GRAIN;
    if (!(grain > SMALLEST) || Double.isInfinite(grain)) {
      return bound;
    }
    int digits = -(int) Math.floor(Math.log10(grain));
    double rounded = Figures.rounded(bound, digits);
    return rounded <= range.greatest() ? rounded : bound;
  }

  /** Names of directories: lower bounds, as the default buckets have, or numbers. */
  private static IntFunction<String> names(List<Double> bounds) {
    List<String> plain = bounds.stream().map(Figures::decimal).toList();
    boolean fit =
        plain.stream().allMatch(name -> name.matches("[0-9]{1,9}\\.[0-9]{1,9}"))
            && plain.stream().distinct().count() == plain.size();
    return fit ? plain::get : index -> "q" + (index + 1);
  }
}
