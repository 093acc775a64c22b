package dev.sluice.app.html;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A table with a caption. The first column names its row; columns of numbers are aligned at their
 * end. Texts may come from untrusted sources, and each is cut after {@value #MOST_CHARS}
 * characters. Wide tables scroll separately from the page. Not thread-safe.
 */
public final class HtmlTable implements AutoCloseable {
  /** The maximum number of characters of a text. Longer texts are cut. */
  public static final int MOST_CHARS = 200;

  private static final String NUMBER = "+";

  private final HtmlWriter html;
  private final List<String> columns;

  /**
   * A cell with a bar. The number is in another cell, so screen readers skip the bar.
   *
   * @param share length of the bar, from 0 to 1
   * @param colour number of the bar's colour
   */
  public record Bar(double share, int colour) {}

  /**
   * Begins a table.
   *
   * @param columns headings of the columns; headings of number columns begin with a plus sign
   */
  public HtmlTable(HtmlWriter html, String caption, String... columns) {
    this(html, caption, List.of(columns));
  }

  /** Begins a table whose columns depend on its content. */
  public HtmlTable(HtmlWriter html, String caption, List<String> columns) {
    this.html = html;
    this.columns = List.copyOf(columns);
    html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
    html.open("table").element("caption", caption).open("thead").open("tr");
    for (String column : columns) {
      boolean number = column.startsWith(NUMBER);
      String head = number ? column.substring(1) : column;
      html.element("th", head, "scope", "col", "class", number ? "n" : "t");
    }
    html.close().close().open("tbody");
  }

  /**
   * Adds a row.
   *
   * @param name first cell of the row
   * @param cells whole numbers, bars, or texts
   */
  public void row(String name, Object... cells) {
    row(name, Arrays.asList(cells));
  }

  /** Adds a row with a variable number of cells. */
  public void row(String name, List<?> cells) {
    html.open("tr").open("th", "scope", "row").foreign(Figures.cut(name, MOST_CHARS)).close();
    for (int i = 0; i < cells.size(); i++) {
      cell(cells.get(i), columns.get(i + 1).startsWith(NUMBER));
    }
    html.closeLine();
  }

  private void cell(Object cell, boolean inNumbers) {
    if (cell instanceof Bar bar) {
      html.open("td", "class", "bar");
      Svg.bar(html, bar.share(), bar.colour());
      html.close();
    } else if (inNumbers) {
      boolean whole = cell instanceof Long || cell instanceof Integer;
      String text = whole ? String.format(Locale.ROOT, "%,d", cell) : cell.toString();
      html.element("td", text, "class", "n");
    } else {
      html.open("td").foreign(Figures.cut(cell.toString(), MOST_CHARS)).close();
    }
  }

  /** Ends the table. */
  @Override
  public void close() {
    html.close().close().closeLine();
  }
}
