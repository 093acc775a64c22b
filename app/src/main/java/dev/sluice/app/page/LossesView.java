package dev.sluice.app.page;

import dev.sluice.app.html.HtmlWriter;
import dev.sluice.app.monitor.RunDocument;
import dev.sluice.core.Counters;
import dev.sluice.core.FileLosses;
import dev.sluice.core.InputLosses;
import java.util.List;
import java.util.stream.Stream;

/** What files of the input lost, the worst one first. */
final class LossesView {
  private final ViewTable table;
  private final List<String> counters;

  private LossesView(ViewTable table, List<String> counters) {
    this.table = table;
    this.counters = counters;
  }

  static void write(HtmlWriter html, RunDocument run) {
    InputLosses losses = run.lost();
    if (losses.isEmpty()) {
      return;
    }
    List<String> counters = losses.counters();
    html.open("section", "id", "losses", "aria-labelledby", "losses-title");
    html.element("h2", "Lost because of the input", "id", "losses-title");
    try (ViewTable table = new ViewTable(html, "Files, the worst one first", heads(counters))) {
      LossesView view = new LossesView(table, counters);
      losses.worst().forEach(file -> view.row(file.file(), file));
      losses
          .others()
          .ifPresent(
              others ->
                  view.row(PageFigures.count(others.of(InputLosses.FILES)) + " more", others));
    }
    html.close();
  }

  private static String[] heads(List<String> counters) {
    return Stream.concat(
            Stream.of("File", "+Rows"),
            counters.stream().map(name -> "+" + PageFigures.words(name)))
        .toArray(String[]::new);
  }

  private void row(String name, FileLosses file) {
    table.row(
        Stream.concat(
                Stream.of(name, PageFigures.count(file.of(Counters.ROWS))),
                counters.stream().map(counter -> PageFigures.count(file.of(counter))))
            .toArray(String[]::new));
  }
}
