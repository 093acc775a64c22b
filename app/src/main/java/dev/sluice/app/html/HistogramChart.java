package dev.sluice.app.html;

import java.util.List;
import java.util.function.DoubleFunction;

/**
 * A histogram, with bars from left to right.
 *
 * @param title title above the chart
 * @param description description of the chart, for people who cannot see it
 * @param axis what the horizontal axis shows
 * @param logarithmic whether equal factors have equal widths
 * @param bars bars in ascending order
 */
public record HistogramChart(
    String title, String description, String axis, boolean logarithmic, List<Bar> bars) {
  private static final double GAP = 0.6;

  /**
   * A bar.
   *
   * @param from value at which the bar begins
   * @param to value at which the bar ends
   * @param count height of the bar
   */
  public record Bar(double from, double to, long count) {}

  /**
   * Writes the chart.
   *
   * @param marks numbers to label below the chart
   * @param names labels of the marks
   */
  public void write(HtmlWriter html, List<Double> marks, DoubleFunction<String> names) {
    Svg.beginChart(html, title, description);
    long most = bars.stream().mapToLong(Bar::count).max().orElse(0);
    RoundScale heights = RoundScale.upTo(most, Svg.BOTTOM, Svg.TOP);
    for (double mark : heights.marks()) {
      Svg.level(html, heights.place(mark), Figures.rounded(mark));
    }
    RoundScale places =
        new RoundScale(
            scaled(bars.get(0).from()),
            scaled(bars.get(bars.size() - 1).to()),
            Svg.LEFT,
            Svg.RIGHT);
    for (Bar bar : bars) {
      bar(html, bar, places, heights);
    }
    double last = Double.NEGATIVE_INFINITY;
    for (double mark : marks) {
      double x = places.place(scaled(mark));
      String name = names.apply(mark);
      double half = name.length() * 3.6 + 4;
      if (x - half > last) {
        Svg.below(html, x, name);
        last = x + half;
      }
    }
    Svg.endChart(html, axis);
    html.closeLine();
  }

  private double scaled(double number) {
    return logarithmic ? Math.log(number) : number;
  }

  private void bar(HtmlWriter html, Bar bar, RoundScale places, RoundScale heights) {
    if (bar.count() == 0) {
      return;
    }
    double x = places.place(scaled(bar.from()));
    double width = Math.max(1, places.place(scaled(bar.to())) - x - GAP);
    double y = Math.min(Svg.BOTTOM - 1.0, heights.place(bar.count()));
    Svg.rectangle(html, Svg.colour(0), x, y, width, Svg.BOTTOM - y);
  }
}
