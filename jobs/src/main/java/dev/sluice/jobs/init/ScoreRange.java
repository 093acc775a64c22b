package dev.sluice.jobs.init;

import dev.sluice.core.Bucket;
import dev.sluice.storage.text.TextFile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The scores of a sample, and the range and the buckets to configure.
 *
 * @param scale factor by which the scores of the source are multiplied
 * @param sorted all finite scores, scaled, ascending; at least one
 * @param min lowest score to configure
 * @param max highest score to configure
 * @param educational whether the scores look like those of FineWeb-Edu
 * @param scaleReason the reason for the scale; empty if scores are not scaled
 */
record ScoreRange(
    double scale,
    double[] sorted,
    double min,
    double max,
    boolean educational,
    Optional<String> scaleReason) {
  /**
   * Limit of scores that look like those of FineWeb-Edu, whose scale ends at 5 but whose classifier
   * can exceed it a little.
   */
  private static final double EDUCATIONAL_MAX = 6;

  private static final double EDUCATIONAL_USUAL = 4;
  private static final double MOST = 0.8;

  private static final List<Bucket> EDUCATIONAL =
      List.of(
          new Bucket("2.8", 2.8, 3.0, 0.3),
          new Bucket("3.0", 3.0, 3.5, 0.6),
          new Bucket("3.5", 3.5, 4.0, 0.8),
          new Bucket("4.0", 4.0, Double.POSITIVE_INFINITY, 1.0));

  /** Minimum share of rows that the default buckets must keep. */
  private static final double LEAST_KEPT = 0.02;

  /** Share of scores at each end that are treated as outliers. */
  private static final double RARE = 0.01;

  /** Names of Fineweb-Edu-Chinese's directories; for example, 4_5 holds scores from 0.8 to 1. */
  private static final Pattern LEVELS = Pattern.compile("([0-4])_([1-5])");

  private static final double LEVEL_SCALE = 5;

  private static final double[] RATES = {0.3, 0.6, 0.8, 1.0};

  /** Precision to which bounds of buckets are rounded, as a share of the range. */
  private static final double GRAIN = 0.005;

  private static final double LEAST_GRAIN = 1e-300;

  private static final List<Integer> STEPS = List.of(1, 2, 5, 10, 20);

  /** Determines the range of the scores of the sample; empty if the sample has no scores. */
  static Optional<ScoreRange> of(Column score, List<TextFile> files) {
    double[] sorted = score.numbers().sorted().toArray();
    if (sorted.length == 0) {
      return Optional.empty();
    }
    Optional<String> levels = levels(sorted, files);
    double scale = levels.isPresent() ? LEVEL_SCALE : 1;
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] *= scale;
    }
    boolean educational = levels.isPresent() || isEducational(sorted);
    double least = sorted[0];
    double greatest = sorted[sorted.length - 1];
    double max = educational && greatest <= EDUCATIONAL_MAX ? EDUCATIONAL_MAX : roundUp(greatest);
    return Optional.of(
        new ScoreRange(scale, sorted, -roundUp(-least) + 0.0, max, educational, levels));
  }

  private static boolean isEducational(double[] sorted) {
    double greatest = quantile(sorted, 1 - RARE);
    return quantile(sorted, RARE) >= 0
        && greatest > 1
        && greatest <= EDUCATIONAL_MAX
        && shareBelow(sorted, EDUCATIONAL_USUAL) >= MOST
        && shareBelow(sorted, EDUCATIONAL.get(0).min()) <= 1 - LEAST_KEPT
        && Arrays.stream(sorted).anyMatch(score -> score != Math.rint(score));
  }

  private static double shareBelow(double[] sorted, double bound) {
    return (double) Arrays.stream(sorted).filter(score -> score < bound).count() / sorted.length;
  }

  /**
   * Returns the reason to multiply scores by 5, if all files are in directories named after levels
   * from 0 to 5, and the scores, times 5, fit these levels; otherwise empty.
   */
  private static Optional<String> levels(double[] sorted, List<TextFile> files) {
    double least = LEVEL_SCALE;
    double greatest = 0;
    for (TextFile file : files) {
      Path directory = file.path().toAbsolutePath().getParent();
      Matcher level = LEVELS.matcher(String.valueOf(directory.getFileName()));
      if (!level.matches()) {
        return Optional.empty();
      }
      least = Math.min(least, Integer.parseInt(level.group(1)));
      greatest = Math.max(greatest, Integer.parseInt(level.group(2)));
    }
    double tolerance = 1e-6;
    boolean fits =
        sorted[0] * LEVEL_SCALE >= least - tolerance
            && sorted[sorted.length - 1] * LEVEL_SCALE <= greatest + tolerance;
    return fits
        ? Optional.of(
            "directories such as 4_5 are named after levels, and the scores in them are a fifth of"
                + " these levels")
        : Optional.empty();
  }

  /** Rounds up to 1, 2, 5, 10, 20, 50 and so on, or to 0 if the number is not positive. */
  private static double roundUp(double number) {
    if (number <= 0) {
      return 0;
    }
    int power = (int) Math.floor(Math.log10(number));
    return STEPS.stream()
        .mapToDouble(step -> BigDecimal.valueOf(step).scaleByPowerOfTen(power).doubleValue())
        .filter(bound -> number <= bound)
        .findFirst()
        .orElse(Double.MAX_VALUE);
  }

  /** Returns the score that a share of the scores does not exceed. */
  double quantile(double share) {
    return quantile(sorted, share);
  }

  private static double quantile(double[] sorted, double share) {
    return sorted[(int) (share * (sorted.length - 1))];
  }

  double least() {
    return sorted[0];
  }

  double greatest() {
    return sorted[sorted.length - 1];
  }

  /**
   * Returns the default buckets if the scores look like those of FineWeb-Edu. Otherwise, it returns
   * buckets bounded by the quartiles of the sample, or fewer buckets if many scores are equal.
   */
  List<Bucket> buckets() {
    if (educational) {
      return EDUCATIONAL;
    }
    List<Double> bounds = new ArrayList<>(List.of(min));
    List<Double> rates = new ArrayList<>(List.of(RATES[0]));
    for (int quarter = 1; quarter < RATES.length; quarter++) {
      double bound = rounded(quantile((double) quarter / RATES.length));
      if (bound > bounds.get(bounds.size() - 1) && bound > least()) {
        bounds.add(bound);
        rates.add(RATES[quarter]);
      }
    }
    rates.set(rates.size() - 1, RATES[RATES.length - 1]);
    bounds.add(Double.POSITIVE_INFINITY);
    List<String> names = names(bounds.subList(0, rates.size()));
    return IntStream.range(0, rates.size())
        .mapToObj(i -> new Bucket(names.get(i), bounds.get(i), bounds.get(i + 1), rates.get(i)))
        .toList();
  }

  /** Rounds a bound to a few digits, unless the result would exceed all scores. */
  private double rounded(double bound) {
    double grain = (quantile(1 - RARE) - quantile(RARE)) * GRAIN;
    if (!(grain > LEAST_GRAIN) || Double.isInfinite(grain)) {
      return bound;
    }
    double rounded = Figures.rounded(bound, -(int) Math.floor(Math.log10(grain)));
    return rounded <= greatest() ? rounded : bound;
  }

  /**
   * Returns the names of the buckets' directories: either lower bounds, as for the default buckets,
   * or consecutive numbers.
   */
  private static List<String> names(List<Double> bounds) {
    List<String> plain = bounds.stream().map(Figures::decimal).distinct().toList();
    boolean fit =
        plain.size() == bounds.size()
            && plain.stream().allMatch(name -> name.matches("[0-9]{1,9}\\.[0-9]{1,9}"));
    return fit
        ? plain
        : IntStream.rangeClosed(1, bounds.size()).mapToObj(number -> "q" + number).toList();
  }
}
