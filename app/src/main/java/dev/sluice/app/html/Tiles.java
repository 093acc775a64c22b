package dev.sluice.app.html;

/** The numbers in frames at the beginning of a page. */
public final class Tiles {
  private Tiles() {}

  /** Adds a number to a list of the class {@code tiles}. */
  public static void add(HtmlWriter html, String name, String value) {
    html.open("div").element("dt", name).element("dd", value).close();
  }
}
