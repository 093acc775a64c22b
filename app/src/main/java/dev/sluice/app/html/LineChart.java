package dev.sluice.app.html;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * Lines over time.
 *
 * @param title above the chart
 * @param description of what it shows, for those who do not see it
 * @param seconds since the beginning, ascending, one for each point
 * @param lines each with as many values; unknown ones leave a gap
 */
public record LineChart(String title, String description, double[] seconds, List<Line> lines) {
  /** More points than this cannot be told apart. */
  private static final int POINTS = 160;

  /**
   * A line.
   *
   * @param name of it
   * @param values at the times; NaN if unknown
   */
  public record Line(String name, double[] values) {}

  /**
   * Writes the chart, if anything is known.
   *
   * @param names of heights
   */
  public void write(HtmlWriter html, DoubleFunction<String> names) {
    if (lines.stream()
        .flatMapToDouble(line -> Arrays.stream(line.values()))
        .allMatch(Double::isNaN)) {
      return;
    }
    Svg.begin(html, title, description);
    double most = 0;
    for (Line line : lines) {
      for (double value : line.values()) {
        most = Double.isFinite(value) ? Math.max(most, value) : most;
      }
    }
    RoundScale heights = RoundScale.upTo(most, Svg.BOTTOM, Svg.TOP);
    for (double mark : heights.marks()) {
      Svg.level(html, heights.place(mark), names.apply(mark));
    }
    double end = seconds[seconds.length - 1];
    RoundScale places = new RoundScale(0, Math.max(1, end), Svg.LEFT, Svg.RIGHT);
    double unit = end >= 3 * 3600 ? 3600 : end >= 180 ? 60 : 1;
    for (double mark : new RoundScale(0, Math.max(1, end) / unit, 0, 1).marks()) {
      Svg.below(html, places.place(mark * unit), ShortNumbers.of(mark));
    }
    for (int i = 0; i < lines.size(); i++) {
      line(html, lines.get(i).values(), i, places, heights);
    }
    Svg.axis(html, unit == 3600 ? "hours" : unit == 60 ? "minutes" : "seconds");
    html.close();
    legend(html);
    html.closeLine();
  }

  /** Draws means of neighbouring points where there are too many. */
  private void line(
      HtmlWriter html, double[] values, int colour, RoundScale places, RoundScale heights) {
    StringBuilder path = new StringBuilder();
    boolean drawing = false;
    int step = Math.max(1, (values.length + POINTS - 1) / POINTS);
    for (int from = 0; from < values.length; from += step) {
      int to = Math.min(values.length, from + step);
      OptionalDouble mean = mean(values, from, to);
      if (mean.isPresent()) {
        path.append(drawing ? 'L' : 'M')
            .append(Svg.number(places.place(seconds[from])))
            .append(' ')
            .append(Svg.number(heights.place(mean.getAsDouble())));
      }
      drawing = mean.isPresent();
    }
    html.empty("path", "d", path, "class", "l" + colour % Bars.COLOURS);
  }

  private static OptionalDouble mean(double[] values, int from, int to) {
    double sum = 0;
    int known = 0;
    for (int i = from; i < to; i++) {
      if (Double.isFinite(values[i])) {
        sum += values[i];
        known++;
      }
    }
    return known == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / known);
  }

  private void legend(HtmlWriter html) {
    if (lines.size() > 1) {
      html.open("p", "class", "legend");
      for (int i = 0; i < lines.size(); i++) {
        html.element("span", lines.get(i).name(), "class", "k" + i % Bars.COLOURS);
      }
      html.close();
    }
  }
}
