package dev.sluice.jobs.analyze;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A distribution as bars. The outer bars include everything beyond them.
 *
 * @param logarithmic whether bars grow by a constant factor; otherwise they have equal width
 * @param edges of the bars, one more than bars
 * @param counts of the bars
 */
record Histogram(boolean logarithmic, List<Double> edges, List<Long> counts) {
  private static final int BARS = 20;
  private static final double TAIL = 0.01;

  /** Numbers that spread over more than this factor are shown on a logarithmic scale. */
  private static final double WIDE = 100;

  Histogram {
    edges = List.copyOf(edges);
    counts = List.copyOf(counts);
  }

  /** Bars between the quantiles of 1 % and 99 %. */
  static Histogram of(NumberSketch numbers) {
    double from = numbers.quantile(TAIL);
    double to = numbers.quantile(1 - TAIL);
    if (from == to) {
      return new Histogram(false, List.of(from, to), List.of(numbers.count()));
    }
    boolean logarithmic = from > 0 && to / from > WIDE;
    List<Double> edges = new ArrayList<>();
    for (int bar = 0; bar <= BARS; bar++) {
      double share = (double) bar / BARS;
      edges.add(logarithmic ? from * Math.pow(to / from, share) : from + (to - from) * share);
    }
    long[] counts = new long[BARS];
    numbers.forEachBin((about, count) -> counts[bar(edges, about)] += count);
    return new Histogram(logarithmic, edges, Arrays.stream(counts).boxed().toList());
  }

  private static int bar(List<Double> edges, double number) {
    int bar = 0;
    while (bar < BARS - 1 && number >= edges.get(bar + 1)) {
      bar++;
    }
    return bar;
  }
}
