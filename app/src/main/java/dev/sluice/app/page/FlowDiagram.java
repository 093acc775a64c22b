package dev.sluice.app.page;

import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.Svg;
import dev.sluice.app.monitor.RunState.Flow;
import dev.sluice.core.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A flow as a Sankey diagram. A band runs from the rows read at the left to the documents kept at
 * the right. After each group of checks, the rows that they dropped leave the band downwards. Bands
 * are as high as their share of the rows read, one unit at least, so that nothing is invisible.
 */
final class FlowDiagram {
  private static final int WIDTH = 960;
  private static final int LEAST_HEIGHT = 300;
  private static final int BAND = 150;
  private static final int TOP = 40;
  private static final int NODE = 10;
  private static final int GAP = 24;
  private static final int LABEL = 8;
  private static final int LINE = 15;

  /** Checks in their order, by what passes them. */
  private enum Step {
    IN_A_BUCKET(
        "in a bucket",
        List.of(
            Outcome.INVALID_ROW,
            Outcome.MISSING_SCORE,
            Outcome.INVALID_SCORE,
            Outcome.EMPTY_TEXT,
            Outcome.FILTERED_OUT)),
    SAMPLED("sampled", List.of(Outcome.SAMPLED_OUT)),
    KEPT(
        "kept",
        List.of(
            Outcome.INVALID_TEXT,
            Outcome.OPERATOR_DROPPED,
            Outcome.REJECTED,
            Outcome.DUPLICATES_REMOVED,
            Outcome.NEAR_DUPLICATES_REMOVED));

    private final String passed;
    private final List<Outcome> dropped;

    Step(String passed, List<Outcome> dropped) {
      this.passed = passed;
      this.dropped = dropped;
    }
  }

  /** Rows that leave the band. */
  private record Leaving(String name, long rows) {}

  private final Flow flow;
  private final HtmlWriter html;

  FlowDiagram(HtmlWriter html, Flow flow) {
    this.html = html;
    this.flow = flow;
  }

  void write() {
    String description =
        String.format(
            Locale.ROOT,
            "Of %,d rows read, %,d were kept; the table says what became of the others",
            flow.rowsRead(),
            flow.of(Outcome.KEPT));
    Svg.begin(html, "flow", WIDTH, totalHeight(), description);
    long passing = flow.rowsRead();
    int distance = (WIDTH - NODE - 170) / Step.values().length;
    int x = 0;
    node(x, "rows read", passing);
    for (Step step : Step.values()) {
      List<Leaving> leaving = leaving(step);
      long after = passing - leaving.stream().mapToLong(Leaving::rows).sum();
      step(x, x + distance, passing, after, leaving);
      x += distance;
      passing = after;
      node(x, step.passed, passing);
    }
    html.close();
  }

  private List<Leaving> leaving(Step step) {
    List<Leaving> leaving = new ArrayList<>();
    for (Outcome outcome : step.dropped) {
      leaving.add(new Leaving(Figures.words(outcome.key()), flow.of(outcome)));
    }
    if (step == Step.KEPT) {
      leaving.add(new Leaving("in flight", flow.inFlight()));
    }
    leaving.removeIf(each -> each.rows() <= 0);
    return leaving;
  }

  /** So that nothing is cut off, however much leaves in one place. */
  private int totalHeight() {
    double lowest = LEAST_HEIGHT;
    long passing = flow.rowsRead();
    for (Step step : Step.values()) {
      double target = firstTarget(passing);
      for (Leaving each : leaving(step)) {
        target += room(each);
        passing -= each.rows();
      }
      lowest = Math.max(lowest, target);
    }
    return (int) Math.ceil(lowest);
  }

  /** The upper end of the first of the rows that leave a band. */
  private double firstTarget(long before) {
    return Math.max(TOP + height(before) + GAP, TOP + BAND / 2.0);
  }

  /** What rows that leave take with their label, down to the next ones. */
  private double room(Leaving rows) {
    return Math.max(height(rows.rows()) + LABEL, 2 * LINE + LABEL);
  }

  private double height(long rows) {
    return flow.rowsRead() == 0 ? 1 : Math.max(1, (double) BAND * rows / flow.rowsRead());
  }

  private void node(int x, String name, long rows) {
    Svg.rectangle(html, "node", x, TOP, NODE, height(rows)).close();
    label(x, TOP - LABEL - 2 * LINE + 4, name, rows);
  }

  /** The band between two nodes, and what leaves it there. */
  private void step(int from, int to, long before, long after, List<Leaving> leaving) {
    band("passing", from + NODE, TOP, to, TOP, height(after));
    double source = TOP + height(after);
    double target = firstTarget(before);
    for (Leaving each : leaving) {
      double high = height(each.rows());
      int end = to - NODE - 60;
      band("leaving", from + NODE, source, end, target, high);
      label(end + LABEL, target + Math.max(0, high / 2 - LINE), each.name(), each.rows());
      source += high;
      target += room(each);
    }
  }

  private void band(String kind, double x, double y, double toX, double toY, double high) {
    double middle = (x + toX) / 2;
    String curve = "C%.1f %.1f %.1f %.1f %.1f %.1f";
    String path =
        String.format(Locale.ROOT, "M%.1f %.1f", x, y)
            + String.format(Locale.ROOT, curve, middle, y, middle, toY, toX, toY)
            + String.format(Locale.ROOT, "V%.1f", toY + high)
            + String.format(Locale.ROOT, curve, middle, toY + high, middle, y + high, x, y + high)
            + "Z";
    html.open("path", "class", kind, "d", path).close();
  }

  private void label(double x, double y, String name, long rows) {
    Svg.text(html, "name", x, y + LINE - 4, "start", name);
    Svg.text(html, "rows", x, y + 2 * LINE - 4, "start", String.format(Locale.ROOT, "%,d", rows));
  }
}
