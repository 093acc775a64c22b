package dev.sluice.app.report;

import static dev.sluice.app.html.HtmlTable.Column.number;
import static dev.sluice.app.html.HtmlTable.Column.text;
import static dev.sluice.jobs.validate.report.ReportNumbers.count;

import dev.sluice.app.html.HtmlTable;
import dev.sluice.app.html.HtmlWriter;
import dev.sluice.jobs.comparison.IdChanges;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;

/** From which bucket to which ids moved, and which came and went. */
record MovedSection(IdChanges changes) {
  /** With more buckets, moves are listed instead of shown as a square. */
  private static final int SQUARE = 10;

  private static final int LISTED = 100;
  private static final String NONE = "no bucket";

  private record Move(String from, String to, long ids) {}

  void write(HtmlWriter html) {
    if (changes.buckets().size() <= SQUARE) {
      square(html);
    } else {
      list(html);
    }
    html.element(
        "p",
        "An id that is in several buckets is counted there once. Ids that are in the same buckets"
            + " in A and B are not counted.",
        "class",
        "note");
  }

  private void square(HtmlWriter html) {
    List<String> places = new ArrayList<>(changes.buckets());
    if (moves().stream()
        .anyMatch(m -> m.from().equals(IdChanges.SEVERAL) || m.to().equals(IdChanges.SEVERAL))) {
      places.add(IdChanges.SEVERAL);
    }
    List<HtmlTable.Column> columns = new ArrayList<>();
    columns.add(text("From \\ to"));
    places.forEach(place -> columns.add(number(place)));
    columns.add(number("only in A"));
    try (HtmlTable table = new HtmlTable(html, "Ids by bucket in A and bucket in B", columns)) {
      for (String from : places) {
        table.row(from);
        SortedMap<String, Long> row =
            changes.moved().getOrDefault(from, Collections.emptySortedMap());
        places.forEach(to -> table.cell(shown(row.getOrDefault(to, 0L))));
        table.cell(shown(changes.lostBy().getOrDefault(from, 0L))).end();
      }
      table.row("only in B");
      places.forEach(to -> table.cell(shown(changes.gainedBy().getOrDefault(to, 0L))));
      table.cell("").end();
    }
  }

  private static String shown(long ids) {
    return ids == 0 ? "·" : count(ids);
  }

  private void list(HtmlWriter html) {
    List<Move> moves = moves();
    String caption =
        moves.size() <= LISTED
            ? "Ids by bucket in A and bucket in B"
            : "Ids by bucket in A and bucket in B: the most frequent %d of %s moves"
                .formatted(LISTED, count(moves.size()));
    try (HtmlTable table =
        new HtmlTable(html, caption, List.of(text("From"), text("To"), number("Ids")))) {
      moves.stream()
          .limit(LISTED)
          .forEach(move -> table.row(move.from()).foreign(move.to()).cell(count(move.ids())).end());
    }
  }

  /** All moves, the most frequent first. */
  private List<Move> moves() {
    List<Move> moves = new ArrayList<>();
    changes
        .moved()
        .forEach((from, all) -> all.forEach((to, ids) -> moves.add(new Move(from, to, ids))));
    changes.lostBy().forEach((from, ids) -> moves.add(new Move(from, NONE, ids)));
    changes.gainedBy().forEach((to, ids) -> moves.add(new Move(NONE, to, ids)));
    moves.sort(
        Comparator.comparingLong(Move::ids)
            .reversed()
            .thenComparing(Move::from)
            .thenComparing(Move::to));
    return moves;
  }
}
