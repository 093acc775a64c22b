package dev.sluice.jobs.analyze;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds {@code analysis.json}. */
public final class AnalysisReport {
  /** The quantiles that are reported for each measured number. */
  static final double[] QUANTILES = {0.01, 0.05, 0.10, 0.25, 0.50, 0.75, 0.90, 0.95, 0.99};

  private static final int TOP = 20;

  private final Profile profile;

  AnalysisReport(Profile profile) {
    this.profile = profile;
  }

  /** Returns the report as a tree of JSON values. */
  Map<String, Object> tree(
      Map<?, ?> arguments,
      List<Measurements.DropRule> rules,
      List<String> quarantined,
      Map<?, ?> leftOut) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("arguments", arguments);
    tree.put("rows", profile.rows());
    tree.put("documents", profile.documents());
    tree.put("text_bytes", profile.textBytes());
    tree.put("rejected", profile.problems());
    tree.put("failed", profile.failed());
    tree.put("relative_error", NumberSketch.RELATIVE_ERROR);
    tree.put("numbers", named(profile.numbers(), AnalysisReport::number));
    tree.put("labels", named(profile.labels(), AnalysisReport::label));
    tree.put("rules", rules.stream().map(this::rule).toList());
    tree.put("quarantined", quarantined);
    tree.put("left_out", leftOut);
    return tree;
  }

  /** Describes a value. */
  @FunctionalInterface
  private interface Describer<T> {
    void describe(T of, Map<String, Object> tree);
  }

  /** Describes values as a list, which keeps the order of statistics. */
  private static <T> List<Map<String, Object>> named(Map<String, T> all, Describer<T> describer) {
    List<Map<String, Object>> list = new ArrayList<>();
    all.forEach(
        (name, one) -> {
          Map<String, Object> tree = new LinkedHashMap<>();
          tree.put("name", name);
          describer.describe(one, tree);
          list.add(tree);
        });
    return list;
  }

  private static void number(Profile.Measured measured, Map<String, Object> tree) {
    describe(measured.numbers(), tree);
    if (measured.withScore().count() > 0) {
      tree.put("score_correlation", measured.withScore().coefficient());
      tree.put("score_documents", measured.withScore().count());
    }
  }

  /** Describes numbers by their count, minimum, maximum, mean, percentiles and a histogram. */
  public static void describe(NumberSketch numbers, Map<String, Object> tree) {
    tree.put("count", numbers.count());
    tree.put("min", numbers.least());
    tree.put("max", numbers.greatest());
    tree.put("mean", numbers.mean());
    tree.put("standard_deviation", numbers.deviation());
    Map<String, Object> quantiles = new LinkedHashMap<>();
    for (double share : QUANTILES) {
      quantiles.put("%02d".formatted(Math.round(100 * share)), numbers.quantile(share));
    }
    tree.put("percentiles", quantiles);
    Histogram histogram = Histogram.of(numbers);
    Map<String, Object> bars = new LinkedHashMap<>();
    bars.put("scale", histogram.logarithmic() ? "logarithmic" : "linear");
    bars.put("edges", histogram.edges());
    bars.put("counts", histogram.counts());
    tree.put("histogram", bars);
  }

  private static void label(LabelCounts counts, Map<String, Object> tree) {
    tree.put("count", counts.count());
    tree.put("distinct", counts.distinct());
    tree.put("counts_short_by", counts.shortBy());
    List<Map<String, Object>> top = new ArrayList<>();
    for (LabelCounts.Label label : counts.top(TOP)) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("value", label.value());
      one.put("count", label.count());
      top.add(one);
    }
    tree.put("top", top);
  }

  private Map<String, Object> rule(Measurements.DropRule rule) {
    long dropped = profile.dropped().getOrDefault(rule.key(), 0L);
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("filter", rule.filter());
    tree.put("reason", rule.reason());
    tree.put("rule", rule.rule());
    tree.put("documents", dropped);
    tree.put("share", profile.documents() == 0 ? 0.0 : (double) dropped / profile.documents());
    return tree;
  }

  /**
   * A distribution as bars. The outer bars include everything beyond them.
   *
   * @param logarithmic whether each bar is wider than the previous one by a constant factor;
   *     otherwise all have the same width
   * @param edges the edges of the bars: one more than there are bars
   * @param counts the count of each bar
   */
  record Histogram(boolean logarithmic, List<Double> edges, List<Long> counts) {
    private static final int BARS = 20;
    private static final double TAIL = 0.01;

    /** Numbers that span more than this factor are shown on a logarithmic scale. */
    private static final double WIDE = 100;

    /** Returns a histogram whose bars are between the quantiles of 1 % and 99 %. */
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
}
