package dev.sluice.app.page;

import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlTable.Column;
import dev.sluice.app.html.HtmlWriter;
import java.util.List;
import java.util.stream.Stream;

/** A table whose texts may come from elsewhere: of each, the first 200 characters are shown. */
final class ViewTable implements AutoCloseable {
  private static final String NUMBER = "+";
  private static final int MOST_CHARS = 200;

  private final List<Column> columns;
  private final HtmlTable table;

  /**
   * Begins a table.
   *
   * @param columns their heads; those of numbers begin with a plus sign
   */
  ViewTable(HtmlWriter html, String caption, String... columns) {
    this.columns = Stream.of(columns).map(ViewTable::column).toList();
    this.table = new HtmlTable(html, caption, this.columns);
  }

  private static Column column(String head) {
    return head.startsWith(NUMBER) ? Column.number(head.substring(1)) : Column.text(head);
  }

  /** Adds a row; its first cell is its name. */
  void row(String... cells) {
    table.row(cut(cells[0]));
    for (int i = 1; i < cells.length; i++) {
      if (columns.get(i).number()) {
        table.cell(cells[i]);
      } else {
        table.foreign(cut(cells[i]));
      }
    }
    table.end();
  }

  /** At most 200 characters, and three dots if there are more. */
  static String cut(String text) {
    return text.length() > MOST_CHARS && text.codePointCount(0, text.length()) > MOST_CHARS
        ? text.substring(0, text.offsetByCodePoints(0, MOST_CHARS)) + "…"
        : text;
  }

  @Override
  public void close() {
    table.close();
  }
}
