package dev.sluice.app.html;

import java.util.Locale;

/** A chart's frame: a picture with title and description, scales with round marks. */
final class Svg {
  static final int WIDTH = 480;
  static final int HEIGHT = 220;
  static final int LEFT = 52;
  static final int RIGHT = WIDTH - 24;
  static final int TOP = 12;
  static final int BOTTOM = HEIGHT - 40;

  private Svg() {}

  /** Begins a figure with a chart; to be ended by {@link #end}. */
  static void begin(HtmlWriter html, String title, String description) {
    html.open("figure").element("figcaption", title);
    html.open("svg", "viewBox", "0 0 " + WIDTH + " " + HEIGHT, "role", "img", "class", "chart");
    html.element("title", title).element("desc", description);
  }

  static void end(HtmlWriter html) {
    html.close().closeLine();
  }

  /** A coordinate with up to one decimal. */
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /** A horizontal line across the chart and its number at the left. */
  static void level(HtmlWriter html, double y, String label) {
    html.empty("line", "x1", LEFT, "x2", RIGHT, "y1", number(y), "y2", number(y), "class", "grid");
    html.element("text", label, "x", LEFT - 6, "y", number(y + 4), "text-anchor", "end");
  }

  /** A mark below the chart. */
  static void below(HtmlWriter html, double x, String label) {
    html.element("text", label, "x", number(x), "y", BOTTOM + 16, "text-anchor", "middle");
  }

  /** What the chart's horizontal axis shows. */
  static void axis(HtmlWriter html, String label) {
    html.element("text", label, "x", (LEFT + RIGHT) / 2, "y", HEIGHT - 6, "text-anchor", "middle");
  }
}
