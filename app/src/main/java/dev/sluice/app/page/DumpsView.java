package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.app.monitor.RunDocument.Dump;
import dev.sluice.core.Unit;
import dev.sluice.core.values.ByteSize;
import java.util.List;
import java.util.Locale;

/**
 * The dumps. Those that are worked on come first; the others are behind a line with their number,
 * so that hundreds stay readable.
 */
final class DumpsView {
  private static final List<String> OPEN = List.of("curating", "reading");
  private static final int FEW = 12;
  private static final int CELL = 10;
  private static final int COLUMNS = 55;

  private final List<Dump> dumps;
  private final HtmlWriter html;

  private DumpsView(HtmlWriter html, List<Dump> dumps) {
    this.html = html;
    this.dumps = dumps;
  }

  static void write(HtmlWriter html, RunDocument run) {
    if (!run.dumps().isEmpty()) {
      new DumpsView(html, run.dumps()).write();
    }
  }

  private void write() {
    html.open("section", "id", "dumps", "aria-labelledby", "dumps-title");
    html.element("h2", "Dumps", "id", "dumps-title");
    html.element("p", summary(), "id", "dumps-summary");
    if (dumps.size() > FEW) {
      strip();
      group("open", "worked on", OPEN, true);
      group("waiting", "waiting", List.of("waiting"), false);
      group("sealed", "sealed", List.of("sealed"), false);
    } else {
      table("All dumps", dumps);
    }
    html.close();
  }

  private String summary() {
    return "%d dumps: %d sealed, %d worked on, %d waiting"
        .formatted(
            count(dumps),
            count(in(List.of("sealed"))),
            count(in(OPEN)),
            count(in(List.of("waiting"))));
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
    html.open(
        "svg",
        "class",
        "strip",
        "viewBox",
        "0 0 %d %d".formatted(columns * CELL, lines * CELL),
        "role",
        "img",
        "aria-label",
        "One square for each dump, in order. " + summary());
    for (int i = 0; i < dumps.size(); i++) {
      Dump dump = dumps.get(i);
      html.open(
          "rect",
          "x",
          Integer.toString(i % columns * CELL + 1),
          "y",
          Integer.toString(i / columns * CELL + 1),
          "width",
          Integer.toString(CELL - 2),
          "height",
          Integer.toString(CELL - 2),
          "rx",
          "1.5",
          "class",
          dump.state());
      html.element("title", dump.name() + ": " + dump.state()).close();
    }
    html.close();
  }

  private void group(String id, String name, List<String> states, boolean open) {
    List<Dump> group = in(states);
    if (group.isEmpty()) {
      return;
    }
    if (open) {
      html.open("details", "id", "dumps-" + id, "open", "");
    } else {
      html.open("details", "id", "dumps-" + id);
    }
    html.element("summary", group.size() + " " + name);
    table("Dumps " + name, group);
    html.close();
  }

  private void table(String label, List<Dump> rows) {
    try (ViewTable table =
        new ViewTable(
            html,
            label,
            "Dump",
            "State",
            "+Files read",
            "+Bytes read",
            "+Rows",
            "+Kept",
            "+Time left")) {
      rows(table, rows);
    }
  }

  private static void rows(ViewTable table, List<Dump> rows) {
    for (Dump dump : rows) {
      table.row(
          dump.name(),
          dump.state(),
          dump.files() == 0 ? "" : "%,d of %,d".formatted(dump.filesRead(), dump.files()),
          bytes(dump),
          isLoose(dump) ? "" : PageFigures.count(dump.rows()),
          isLoose(dump) ? "" : PageFigures.count(dump.kept()),
          dump.secondsLeft() == null ? "" : "about " + PageFigures.duration(dump.secondsLeft()));
    }
  }

  private static String bytes(Dump dump) {
    return dump.bytes() == 0
        ? ""
        : String.format(
            Locale.ROOT,
            "%s of %s",
            PageFigures.percent((double) dump.bytesRead() / dump.bytes()),
            ByteSize.approximate(dump.bytes()));
  }
}
