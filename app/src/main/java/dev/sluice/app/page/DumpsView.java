package dev.sluice.app.page;

import dev.sluice.app.html.Figures;
import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.html.Svg;
import dev.sluice.app.monitor.RunState.Dump;
import dev.sluice.core.Unit;
import dev.sluice.core.values.ByteSize;
import java.util.List;

/**
 * The dumps. Where there are many, those that are worked on come first, and the others can be
 * opened, so that hundreds stay readable.
 */
final class DumpsView {
  private static final List<String> OPEN = List.of(Dump.CURATING, Dump.READING);
  private static final int FEW = 12;
  private static final int CELL = 10;
  private static final int COLUMNS = 55;

  private final List<Dump> dumps;
  private final HtmlWriter html;

  private DumpsView(HtmlWriter html, List<Dump> dumps) {
    this.html = html;
    this.dumps = dumps;
  }

  static void write(HtmlWriter html, List<Dump> dumps) {
    new DumpsView(html, dumps).write();
  }

  private void write() {
    html.element("p", summary(), "id", "dumps-summary");
    if (dumps.size() <= FEW) {
      table("All dumps", dumps);
      return;
    }
    strip();
    group("open", "worked on", OPEN);
    group("waiting", "waiting", List.of(Dump.WAITING));
    group("sealed", "sealed", List.of(Dump.SEALED));
  }

  private String summary() {
    return "%d dumps: %d sealed, %d worked on, %d waiting"
        .formatted(
            count(dumps),
            count(in(List.of(Dump.SEALED))),
            count(in(OPEN)),
            count(in(List.of(Dump.WAITING))));
  }

  private static long count(List<Dump> rows) {
    return rows.stream().filter(row -> !isLoose(row)).count();
  }

  /** Of files, whose rows are those of dumps. */
  private static boolean isLoose(Dump row) {
    return row.name().equals(Unit.LOOSE_TITLE);
  }

  private List<Dump> in(List<String> states) {
    return dumps.stream().filter(dump -> states.contains(dump.state())).toList();
  }

  /** A square for each dump, in order. */
  private void strip() {
    int columns = Math.min(COLUMNS, dumps.size());
    int lines = (dumps.size() + columns - 1) / columns;
    String description = "One square for each dump, in order. " + summary();
    Svg.begin(html, "strip", columns * CELL, lines * CELL, description);
    for (int i = 0; i < dumps.size(); i++) {
      Dump dump = dumps.get(i);
      int x = i % columns * CELL + 1;
      int y = i / columns * CELL + 1;
      Svg.rectangle(html, dump.state(), x, y, CELL - 2, CELL - 2)
          .element("title", dump.name() + ": " + dump.state())
          .close();
    }
    html.close();
  }

  private void group(String id, String name, List<String> states) {
    List<Dump> group = in(states);
    if (!group.isEmpty()) {
      html.open("details", "id", "dumps-" + id);
      if (states == OPEN) {
        html.attributes("open", "");
      }
      html.element("summary", group.size() + " " + name);
      table("Dumps " + name, group);
      html.close();
    }
  }

  private void table(String caption, List<Dump> rows) {
    try (HtmlTable table =
        new HtmlTable(
            html,
            caption,
            "Dump",
            "State",
            "+Files read",
            "+Bytes read",
            "+Rows",
            "+Kept",
            "+Time left")) {
      for (Dump dump : rows) {
        table.row(
            dump.name(),
            dump.state(),
            dump.files() == 0 ? "" : "%,d of %,d".formatted(dump.filesRead(), dump.files()),
            bytes(dump),
            isLoose(dump) ? "" : (Object) dump.rows(),
            isLoose(dump) ? "" : (Object) dump.kept(),
            PageView.about(dump.secondsLeft()));
      }
    }
  }

  private static String bytes(Dump dump) {
    return dump.bytes() == 0
        ? ""
        : Figures.part((double) dump.bytesRead() / dump.bytes())
            + " of "
            + ByteSize.approximate(dump.bytes());
  }
}
