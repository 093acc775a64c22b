package dev.sluice.jobs.validate.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Explains why documents with an id are or are not in an output.
 *
 * @param id the requested id
 * @param rows the first {@link #MOST_ROWS} rows of the source that have the id, in their order
 */
public record Explanation(String id, List<Row> rows) {
  /** The maximum number of rows that are explained. */
  public static final int MOST_ROWS = 20;

  /**
   * The outcome of a row of the source, and the reason.
   *
   * @param place position of the row in the source
   * @param outcome name of the row's outcome, with a reason if operators dropped or rejected it
   * @param forgotten whether the row's unit was forgotten later
   * @param earlier if the row is a near-duplicate, the earliest documents that share one of its
   *     keys, in their order
   */
  public record Row(Place place, String outcome, boolean forgotten, List<Earlier> earlier) {
    /** Copies the list. */
    public Row {
      earlier = List.copyOf(earlier);
    }
  }

  /**
   * An earlier document that shares keys with the explained row. The row was removed because of
   * this document, unless the configured check finds the two too different.
   *
   * @param place position of the earlier document in the source
   * @param outcome the outcome of the earlier document
   * @param bands bands in which this document is the first with the same key as the row, from 0,
   *     ascending
   * @param similar whether this document passes the check; true if there is no check
   * @param estimated Jaccard similarity of both texts, estimated from their signatures; the check,
   *     if there is one, uses this estimate
   * @param jaccard true Jaccard similarity of their shingles
   */
  public record Earlier(
      Place place,
      String outcome,
      List<Integer> bands,
      boolean similar,
      double estimated,
      double jaccard) {
    /** Copies the list. */
    public Earlier {
      bands = List.copyOf(bands);
    }
  }

  /**
   * The position of a document in the source.
   *
   * @param id id of the document
   * @param unit the unit with which the document was read
   * @param file path of the file, relative to the source
   * @param row index of the row in the file, from 0
   * @param dump the dump of the document
   */
  public record Place(String id, String unit, String file, long row, String dump) {}

  private static final String NEAR = "near_duplicates_removed";

  /** Copies the list. */
  public Explanation {
    rows = List.copyOf(rows);
  }

  /** Formats the explanation as text. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Row row : rows) {
      text.append(place(row.place())).append('\n');
      text.append("  ").append(row.outcome()).append(meaning(row)).append('\n');
      for (Earlier earlier : row.earlier()) {
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
                earlier.similar() ? "" : ", too low"));
      }
    }
    if (rows.size() == MOST_ROWS) {
      text.append("There may be more rows with this id.\n");
    }
    return text.toString();
  }

  private static String meaning(Row row) {
    String meaning =
        switch (row.outcome()) {
          case NEAR -> ": earlier documents that have the same key in a band:";
          case "duplicates_removed" -> ": an earlier document with this id was kept";
          case "kept" ->
              row.earlier().isEmpty()
                  ? ": no earlier document in scope has the same key in a band"
                  : ": the first documents with the same key in a band are not similar enough:";
          default -> "";
        };
    return row.forgotten() ? meaning + " (its unit was forgotten later)" : meaning;
  }

  private static String place(Place place) {
    return "%s: %s row %d, unit %s, dump %s"
        .formatted(place.id(), place.file(), place.row(), place.unit(), place.dump());
  }
}
