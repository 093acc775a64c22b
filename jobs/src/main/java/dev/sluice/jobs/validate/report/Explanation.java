package dev.sluice.jobs.validate.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Why documents with an id are, or are not, in an output.
 *
 * @param id that was asked for
 * @param rows those of the source that have it, in their order; the first {@link #MOST_ROWS} of
 *     them
 */
public record Explanation(String id, List<ExplainedRow> rows) {
  /** The maximum number of rows that are explained. */
  public static final int MOST_ROWS = 20;

  private static final String NEAR = "near_duplicates_removed";

  /** Copies the list. */
  public Explanation {
    rows = List.copyOf(rows);
  }

  /** Text for people. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (ExplainedRow row : rows) {
      text.append(place(row.place())).append('\n');
      text.append("  ").append(row.outcome()).append(meaning(row)).append('\n');
      for (EarlierDocument earlier : row.earlier()) {
        text.append("  - ").append(place(earlier.place())).append('\n');
        text.append("      ").append(earlier.outcome());
        text.append(earlier.bands().size() == 1 ? "; band " : "; bands ");
        text.append(
            earlier.bands().stream().map(String::valueOf).collect(Collectors.joining(", ")));
        text.append(
            String.format(
                Locale.ROOT,
                "; Jaccard similarity %.3f, estimated %.3f%s%n",
                earlier.jaccard(),
                earlier.estimated(),
                earlier.similar() ? "" : ", too little"));
      }
    }
    if (rows.size() == MOST_ROWS) {
      text.append("There may be more rows with this id.\n");
    }
    return text.toString();
  }

  private static String meaning(ExplainedRow row) {
    String meaning =
        switch (row.outcome()) {
          case NEAR -> ": earlier documents that have the same key in a band:";
          case "duplicates_removed" -> ": a document with this id was kept before";
          case "kept" ->
              row.earlier().isEmpty()
                  ? ": no earlier document in scope has the same key in a band"
                  : ": the first documents with the same key in a band are not similar enough:";
          default -> "";
        };
    return row.forgotten() ? meaning + " (its unit was forgotten later)" : meaning;
  }

  private static String place(SourcePlace place) {
    return "%s: %s row %d, unit %s, dump %s"
        .formatted(place.id(), place.file(), place.row(), place.unit(), place.dump());
  }
}
