package dev.sluice.app.html;

import java.util.Locale;

/** Draws shapes, with coordinates of one decimal, and the frame of charts. */
final class Svg {
  /** The number of colours. Further lines start over with the first colour. */
  static final int COLOURS = 6;

  static final int WIDTH = 480;
  static final int HEIGHT = 220;
  static final int LEFT = 52;
  static final int RIGHT = WIDTH - 24;
  static final int TOP = 12;
  static final int BOTTOM = HEIGHT - 40;

  private Svg() {}

  /** Formats a coordinate with up to one decimal. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** Draws a rectangle. */
  static void rectangle(
      HtmlWriter html, String kind, double x, double y, double width, double height) {
    html.open(
            "rect",
            "class",
            kind,
            "x",
            number(x),
            "y",
            number(y),
            "width",
            number(width),
            "height",
            number(height))
        .close();
  }

  /** Draws a text at a position. */
  static void text(HtmlWriter html, String kind, double x, double y, String anchor, String text) {
    html.element(
        "text", text, "class", kind, "x", number(x), "y", number(y), "text-anchor", anchor);
  }

  /** Draws a bar that fills a share of its cell. */
  static void bar(HtmlWriter html, double share, int colour) {
    html.open("svg", "viewBox", "0 0 100 8", "preserveAspectRatio", "none", "aria-hidden", "true");
    if (share > 0) {
      rectangle(html, colour(colour), 0, 0, Math.max(0.4, 100 * share), 8);
    }
    html.close();
  }

  static String colour(int number) {
    return "c" + number % COLOURS;
  }

  /** Begins a figure with a chart, which {@link #endChart} ends. */
  static void beginChart(HtmlWriter html, String title, String description) {
    html.open("figure").element("figcaption", title);
    String box = "0 0 " + WIDTH + " " + HEIGHT;
    html.open("svg", "class", "chart", "viewBox", box, "role", "img", "aria-label", description);
    html.element("title", title);
  }

  /** Ends the picture and states what the horizontal axis of the chart shows. */
  static void endChart(HtmlWriter html, String axis) {
    text(html, "axis", (LEFT + RIGHT) / 2.0, HEIGHT - 6.0, "middle", axis);
    html.close();
  }

  /** Draws a horizontal line across the chart, with its number at the left. */
  static void level(HtmlWriter html, double y, String label) {
    String path = "M" + LEFT + " " + number(y) + "H" + RIGHT;
    html.empty("path", "d", path, "class", "grid");
    text(html, "axis", LEFT - 6.0, y + 4, "end", label);
  }

  /** Draws a mark below the chart. */
  static void below(HtmlWriter html, double x, String label) {
    text(html, "axis", x, BOTTOM + 16.0, "middle", label);
  }
}
