package dev.sluice.app.html;

import java.util.List;

/**
 * A table with a caption. The first column names its row; columns of numbers are aligned at their
 * end. Wide tables scroll by themselves. Not thread-safe.
 */
public final class HtmlTable implements AutoCloseable {
  private final HtmlWriter html;
  private final List<Column> columns;
  private int next;

  /**
   * A column.
   *
   * @param name its heading
   * @param number whether it holds numbers
   */
  public record Column(String name, boolean number) {
    /** A column of texts. */
    public static Column text(String name) {
      return new Column(name, false);
    }

    /** A column of numbers. */
    public static Column number(String name) {
      return new Column(name, true);
    }
  }

  /** Begins a table. */
  public HtmlTable(HtmlWriter html, String caption, List<Column> columns) {
    this.html = html;
    this.columns = columns;
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
    html.open("table").element("caption", caption).open("thead").open("tr");
    for (Column column : columns) {
      html.element("th", column.name(), "scope", "col", "class", column.number() ? "n" : "t");
    }
    html.close().close().open("tbody");
  }

  /** Begins a row, whose name is a text from outside. */
  public HtmlTable row(String name) {
    next = 1;
    html.open("tr").open("th", "scope", "row").foreign(name).close();
    return this;
  }

  /** A cell with a text of this program. */
  public HtmlTable cell(String text) {
    html.element("td", text, "class", columns.get(next++).number() ? "n" : "t");
    return this;
  }

  /** A cell with a text from outside. */
  public HtmlTable foreign(String text) {
    next++;
    html.open("td").foreign(text).close();
    return this;
  }

  /**
   * A cell with a bar.
   *
   * @param share its length, 0 to 1
   * @param colour number of its colour
   */
  public HtmlTable bar(double share, int colour) {
    next++;
    html.open("td", "class", "bar");
    Bars.line(html, share, colour);
    html.close();
    return this;
  }

  /** Ends a row. */
  public void end() {
    html.closeLine();
  }

  /** Ends the table. */
  @Override
  public void close() {
    html.close().close().closeLine();
  }
}
