package dev.sluice.jobs.init;

import java.util.ArrayList;
import java.util.List;

/** Scores as bars of text. The outer bars include everything beyond them. */
final class ScoreHistogram {
  private static final int LEAST_BARS = 7;
  private static final int LONGEST = 40;
  private static final double SMALLEST = 1e-300;
  private static final double[] STEPS = {5, 2, 1};

  private ScoreHistogram() {}

  /** One line for each bar; none if nearly all scores are equal. */
  static List<String> of(ScoreRange range) {
    List<String> lines = new ArrayList<>();
    double spread = range.usualGreatest() - range.usualLeast();
    if (!(spread > SMALLEST) || Double.isInfinite(spread)) {
      return lines;
    }
    double width = width(spread, range.isWhole());
    double first = Math.floor(range.usualLeast() / width);
    int last = (int) (Math.floor(range.usualGreatest() / width) - first);
    long[] counts = new long[last + 1];
    long most = 0;
    for (double score : range.sorted()) {
      double bar = Math.floor(score / width) - first;
      most = Math.max(most, ++counts[(int) Math.max(0, Math.min(last, bar))]);
    }
    for (int bar = 0; bar <= last; bar++) {
      String stars = "*".repeat((int) Math.ceil((double) counts[bar] * LONGEST / most));
      String from = Figures.rough((first + bar) * width);
      lines.add("%8s  %s %s".formatted(from, stars, Figures.count(counts[bar])));
    }
    return lines;
  }

  /** The largest of 1, 2, 5, 10, 20 and so on that leads to enough bars. */
  private static double width(double spread, boolean whole) {
    double widest = spread / LEAST_BARS;
    double power = Math.pow(10, Math.floor(Math.log10(widest)));
    double width = power;
    for (double step : STEPS) {
      if (step * power <= widest) {
        width = step * power;
        break;
      }
    }
    return whole ? Math.max(1, width) : width;
  }
}
