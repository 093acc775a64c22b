package dev.sluice.jobs.init;

import java.util.ArrayList;
import java.util.List;

/**
 * Guesses the column of the id. The column must have a typical name, and equal values must be rare
 * or belong to equal texts, as in duplicates.
 */
final class IdGuess {
  /** Maximum share of rows whose id is also the id of a row with a different text. */
  private static final double TOLERATED = 0.05;

  private IdGuess() {}

  static ColumnGuess of(InputSample sample, ColumnGuess text) {
    List<String> against = new ArrayList<>();
    for (Column column :
        sample.ranked(GuessedRole.ID, each -> each.isText() || each.isIntegerByType())) {
      // rows with the id of an earlier row, but a text of a different length
      int contradictions =
          column.contradictions(row -> text.column().map(each -> each.bytes(row)).orElse(row));
      if (!sample.mayHaveValues(column)) {
        against.add(column.name() + " holds only nulls");
      } else if (contradictions > TOLERATED * column.count()) {
        against.add(
            "%s does not identify texts: only %s of %s are distinct"
                .formatted(
                    column.name(),
                    Figures.count(column.distinct()),
                    Figures.counted(column.count(), "value")));
      } else {
        return found(sample, column, contradictions, against);
      }
    }
    ColumnGuess none =
        ColumnGuess.none("none: ids are derived from file and row, so no duplicates are found");
    String why = String.join("; ", against);
    return against.isEmpty()
        ? none.because("no column has the name of an id")
        : none.because(why).doubting("id: none; " + why);
  }

  private static ColumnGuess found(
      InputSample sample, Column column, int contradictions, List<String> against) {
    ColumnGuess guess =
        ColumnGuess.of(
            column, "by its name", sample.rows() == 0 ? "there are no rows" : repeated(column));
    int missing = sample.rows() - column.count();
    if (missing > 0) {
      guess.because(
          Figures.counted(missing, "row")
              + " without an id; the ids of such rows are derived from file and row");
    }
    against.forEach(guess::because);
    if (GuessedRole.isUrl(column.path())) {
      guess.doubting(
          "id: %s, because no other column fits. With URLs as ids, run keeps only one text of a page that was crawled twice. To keep both texts, set input.columns.id to null; to drop equal texts nevertheless, also set input.id to text-hash"
              .formatted(column.name()));
    }
    if (contradictions > 0) {
      guess.doubting(
          "id: %s of the sample %s the same value as an earlier row in column %s, but a different text: run drops such rows as duplicates. If the values only number the rows of each file, set input.columns.id to null"
              .formatted(
                  Figures.counted(contradictions, "row"),
                  contradictions == 1 ? "has" : "have",
                  column.name()));
    }
    return guess;
  }

  private static String repeated(Column column) {
    long repeated = column.count() - column.distinct();
    return repeated == 0
        ? "no value appears twice in the sample"
        : "duplicates in the sample: " + Figures.counted(repeated, "row");
  }
}
