package dev.sluice.app.report;

import dev.sluice.app.html.HtmlWriter;

/** The numbers in frames at the beginning of a page. */
final class Tiles {
  private Tiles() {}

  /** Adds a number to a list of the class {@code tiles}. */
  static void add(HtmlWriter html, String name, String value) {
    html.open("div").element("dt", name).element("dd", value).close();
  }
}
