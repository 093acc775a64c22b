package dev.sluice.app.report;

import static dev.sluice.jobs.validate.report.ReportNumbers.count;
import static dev.sluice.jobs.validate.report.ReportNumbers.trimmed;

import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HistogramChart;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.core.Bucket;
import dev.sluice.core.values.ByteSize;
import dev.sluice.jobs.analyze.NumberSketch;
import dev.sluice.jobs.survey.ScoreBars;
import dev.sluice.jobs.survey.ShardValues;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;

/** How scores and lengths of texts are distributed. */
record ValueSection(List<Bucket> buckets, ShardValues values) {
  private static final double[] QUANTILES = {0.05, 0.25, 0.50, 0.75, 0.95, 0.99};
  private static final double[] MARKS = {1, 2, 5};
  private static final int BARS_OF_A_DECADE = 10;

  void write(HtmlWriter html) {
    html.open("div", "class", "charts");
    scores(html);
    lengths(html);
    html.closeLine();
    quantiles(html);
  }

  private void scores(HtmlWriter html) {
    SortedSet<Double> bounds = values.scores().bounds();
    List<HistogramChart.Bar> bars = new ArrayList<>();
    ScoreBars.Bar most = null;
    for (ScoreBars.Bar bar : values.scores().all()) {
      bars.add(new HistogramChart.Bar(bar.from(), bar.to(), bar.count(), bar.bucket()));
      most = most == null || bar.count() > most.count() ? bar : most;
    }
    String description =
        "Documents by score, from %s to %s. The bounds of buckets are named below. Most documents, %s, have scores from %s to below %s."
            .formatted(
                trimmed(bounds.first(), 3),
                trimmed(bounds.last(), 3),
                count(most.count()),
                trimmed(most.from(), 3),
                trimmed(most.to(), 3));
    new HistogramChart("Scores", description, "score, with the bounds of buckets", false, bars)
        .write(html, List.copyOf(bounds), bound -> trimmed(bound, 3));
  }

  private void lengths(HtmlWriter html) {
    NumberSketch all = new NumberSketch();
    values.lengths().forEach(all::add);
    if (all.count() == 0) {
      return;
    }
    int first = decade(Math.max(1, all.least()));
    int last = decade(Math.max(1, all.greatest()));
    long[] counts = new long[last - first + 1];
    all.forEachBin((about, number) -> counts[decade(Math.max(1, about)) - first] += number);
    List<HistogramChart.Bar> bars = new ArrayList<>();
    List<Double> marks = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      bars.add(new HistogramChart.Bar(edge(first + i), edge(first + i + 1), counts[i], 0));
    }
    for (double power = 1; power <= edge(last + 1); power *= 10) {
      for (double factor : MARKS) {
        marks.add(power * factor);
      }
    }
    marks.removeIf(mark -> mark < edge(first) || mark > edge(last + 1));
    String description =
        "Documents by length of text, from %s to %s. Half of the texts have at most %s."
            .formatted(
                ByteSize.approximate((long) all.least()),
                ByteSize.approximate((long) all.greatest()),
                median(all));
    new HistogramChart("Lengths of texts", description, "bytes of UTF-8", true, bars)
        .write(html, marks, Figures::rounded);
  }

  private static int decade(double number) {
    return (int) Math.floor(Math.log10(number) * BARS_OF_A_DECADE + 1e-9);
  }

  private static double edge(int bar) {
    return Math.pow(10, (double) bar / BARS_OF_A_DECADE);
  }

  private static String median(NumberSketch lengths) {
    return ByteSize.approximate((long) lengths.quantile(0.5));
  }

  private void quantiles(HtmlWriter html) {
    List<String> columns = new ArrayList<>(List.of("Bucket", "+Mean", "+Shortest"));
    for (double share : QUANTILES) {
      columns.add(share == 0.5 ? "+Median" : "+" + Math.round(100 * share) + "%");
    }
    columns.add("+Longest");
    try (HtmlTable table = new HtmlTable(html, "Bytes of a text, by bucket", columns)) {
      NumberSketch all = new NumberSketch();
      for (int i = 0; i < buckets.size(); i++) {
        NumberSketch lengths = values.lengths().get(i);
        all.add(lengths);
        if (i < BucketSection.LISTED) {
          table.row(buckets.get(i).name(), cells(lengths));
        }
      }
      table.row("All", cells(all));
    }
  }

  private static List<Object> cells(NumberSketch lengths) {
    if (lengths.count() == 0) {
      return List.of("none");
    }
    List<Object> cells = new ArrayList<>();
    cells.add(Math.round(lengths.mean()));
    cells.add((long) lengths.least());
    for (double share : QUANTILES) {
      cells.add((long) lengths.quantile(share));
    }
    cells.add((long) lengths.greatest());
    return cells;
  }
}
