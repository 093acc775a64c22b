package dev.sluice.jobs.init;

import dev.sluice.storage.text.TextFile;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The scores of a sample, and the range to allow.
 *
 * @param scale factor of the scores of the source
 * @param sorted all finite scores, scaled, ascending; at least one
 * @param min of the configuration
 * @param max of the configuration
 * @param educational whether the scores look like those of FineWeb-Edu
 * @param scaleReason why there is a scale; empty without one
 */
record ScoreRange(
    double scale,
    double[] sorted,
    double min,
    double max,
    boolean educational,
    Optional<String> scaleReason) {
  /** FineWeb-Edu's classifier gives up to 5; some of its scores are a little higher. */
  private static final double EDUCATIONAL_MAX = 6;

  private static final double EDUCATIONAL_USUAL = 4;
  private static final double MOST = 0.8;

  /** Outliers on each side. */
  private static final double RARE = 0.01;

  /** The lowest default bucket, and the share of rows that it must leave. */
  private static final double LOWEST_BUCKET = 2.8;

  private static final double LEAST_KEPT = 0.02;

  /** Scores up to 1 are shares or probabilities. */
  private static final double UNIT = 1;

  /** Directories of Fineweb-Edu-Chinese: 4_5 holds scores from 0.8 to 1. */
  private static final Pattern LEVELS = Pattern.compile("([0-4])_([1-5])");

  private static final double LEVEL_SCALE = 5;

  private static final long[] STEPS = {1, 2, 5, 10, 20};

  /** Of the scores of the sample; empty if there is none. */
  static Optional<ScoreRange> of(Column score, List<TextFile> files) {
    double[] sorted = score.numbers().sorted().toArray();
    if (sorted.length == 0) {
      return Optional.empty();
    }
    boolean unit = sorted[0] >= 0 && sorted[sorted.length - 1] <= UNIT;
    Optional<String> levels = unit ? levels(sorted, files) : Optional.empty();
    double scale = levels.isPresent() ? LEVEL_SCALE : 1;
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] *= scale;
    }
    boolean educational = levels.isPresent() || isEducational(sorted);
    double least = sorted[0];
    double greatest = sorted[sorted.length - 1];
    return Optional.of(
        new ScoreRange(
            scale,
            sorted,
            least >= 0 ? 0 : -roundUp(-least),
            max(greatest, educational),
            educational,
            levels));
  }

  private static double max(double greatest, boolean educational) {
    if (educational && greatest <= EDUCATIONAL_MAX) {
      return EDUCATIONAL_MAX;
    }
    return greatest <= 0 ? 0 : roundUp(greatest);
  }

  private static boolean isEducational(double[] sorted) {
    double greatest = quantile(sorted, 1 - RARE);
    return quantile(sorted, RARE) >= 0
        && greatest > UNIT
        && greatest <= EDUCATIONAL_MAX
        && shareBelow(sorted, EDUCATIONAL_USUAL) >= MOST
        && shareBelow(sorted, LOWEST_BUCKET) <= 1 - LEAST_KEPT
        && !isWhole(sorted);
  }

  private static boolean isWhole(double[] sorted) {
    return Arrays.stream(sorted).allMatch(score -> score == Math.rint(score));
  }

  private static double shareBelow(double[] sorted, double bound) {
    return (double) Arrays.stream(sorted).filter(score -> score < bound).count() / sorted.length;
  }

  /** Why the scores are a fifth of levels from 0 to 5: all files are in directories of levels. */
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
            "directories such as 4_5 name levels, and the scores in them are a fifth of these")
        : Optional.empty();
  }

  /** The next of 1, 2, 5, 10, 20, 50 and so on; for a positive number. */
  private static double roundUp(double number) {
    int power = (int) Math.floor(Math.log10(number));
    for (long step : STEPS) {
      double bound = BigDecimal.valueOf(step).scaleByPowerOfTen(power).doubleValue();
      if (number <= bound) {
        return bound;
      }
    }
    return Double.MAX_VALUE;
  }

  /** The number that a share of the scores does not exceed. */
  double quantile(double share) {
    return quantile(sorted, share);
  }

  private static double quantile(double[] sorted, double share) {
    return sorted[(int) (share * (sorted.length - 1))];
  }

  /** The lowest score but for outliers. */
  double usualLeast() {
    return quantile(RARE);
  }

  /** The highest score but for outliers. */
  double usualGreatest() {
    return quantile(1 - RARE);
  }

  double least() {
    return sorted[0];
  }

  double greatest() {
    return sorted[sorted.length - 1];
  }
}
