package dev.sluice.app.html;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * Shows figures as lines over time.
 *
 * @param title title above the chart
 * @param description description of the chart, for people who cannot see it
 * @param seconds time of each point in seconds since the beginning, ascending; if the time between
 *     two points is much longer than usual, no line crosses it
 * @param lines lines, each with one value per time; unknown values leave a gap
 */
public record LineChart(String title, String description, double[] seconds, List<Line> lines) {
  /** The maximum number of points that can be distinguished. */
  private static final int POINTS = 160;

  /** The length of a pause, as a multiple of the median distance between points. */
  private static final double PAUSE = 5;

  /**
   * A line.
   *
   * @param name name of the line
   * @param values values at these times; NaN if unknown
   */
  public record Line(String name, double[] values) {}

  /**
   * Writes the chart unless all values are unknown.
   *
   * @param names labels of heights
   */
  public void write(HtmlWriter html, DoubleFunction<String> names) {
    if (lines.stream()
        .flatMapToDouble(line -> Arrays.stream(line.values()))
        .allMatch(Double::isNaN)) {
      return;
    }
    Svg.beginChart(html, title, description);
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
      Svg.below(html, places.place(mark * unit), Figures.rounded(mark));
    }
    for (int i = 0; i < lines.size(); i++) {
      line(html, lines.get(i).values(), i, places, heights);
    }
    Svg.endChart(html, unit == 3600 ? "hours" : unit == 60 ? "minutes" : "seconds");
    legend(html);
    html.closeLine();
  }

  /** Draws a line, through means of neighbouring points if there are too many points. */
  private void line(
      HtmlWriter html, double[] values, int colour, RoundScale places, RoundScale heights) {
    StringBuilder path = new StringBuilder();
    boolean drawing = false;
    int step = Math.max(1, (values.length + POINTS - 1) / POINTS);
    double pause = pause();
    int to;
    for (int from = 0; from < values.length; from = to) {
      to = from + 1;
      while (to < Math.min(values.length, from + step) && !isPause(to, pause)) {
        to++;
      }
      drawing &= !isPause(from, pause);
      OptionalDouble mean = mean(values, from, to);
      if (mean.isPresent()) {
        path.append(drawing ? 'L' : 'M')
            .append(Svg.number(places.place(seconds[from])))
            .append(' ')
            .append(Svg.number(heights.place(mean.getAsDouble())));
      }
      drawing = mean.isPresent();
    }
    html.empty("path", "d", path, "class", "l" + colour % Svg.COLOURS);
  }

  private double pause() {
    double[] steps = new double[Math.max(1, seconds.length - 1)];
    for (int i = 1; i < seconds.length; i++) {
      steps[i - 1] = seconds[i] - seconds[i - 1];
    }
    Arrays.sort(steps);
    return PAUSE * steps[steps.length / 2];
  }

  /** Returns whether a pause precedes a point. */
  private boolean isPause(int point, double pause) {
    return point > 0 && seconds[point] - seconds[point - 1] > pause;
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
        html.element("span", lines.get(i).name(), "class", "k" + i % Svg.COLOURS);
      }
      html.close();
    }
  }
}
