package dev.sluice.app.html;

/** Bars that stand for shares. For eyes alone: the numbers stand beside them. */
public final class Bars {
  /** Number of colours; those after them begin again. */
  static final int COLOURS = 6;

  private Bars() {}

  /** One bar as wide as its place, filled to a share of it. */
  static void line(HtmlWriter html, double share, int colour) {
    begin(html);
    rectangle(html, 0, share, colour);
    html.close();
  }

  /** One bar cut into shares, which add up to at most 1. */
  public static void stacked(HtmlWriter html, double... shares) {
    begin(html);
    double from = 0;
    for (int i = 0; i < shares.length; i++) {
      rectangle(html, from, shares[i], i);
      from += shares[i];
    }
    html.close();
  }

  private static void begin(HtmlWriter html) {
    html.open("svg", "viewBox", "0 0 100 8", "preserveAspectRatio", "none", "aria-hidden", "true");
  }

  private static void rectangle(HtmlWriter html, double from, double share, int colour) {
    if (share > 0) {
      double width = Math.max(0.4, 100 * share);
      html.empty(
          "rect",
          "x",
          Svg.number(100 * from),
          "width",
          Svg.number(width),
          "height",
          8,
          "class",
          "c" + colour % COLOURS);
    }
  }
}
