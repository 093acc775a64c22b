package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.ColumnNames;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampledColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Guesses the column of the id: one with the name of an id, of which equal values are rare or go
 * with equal texts, as duplicates do.
 */
final class IdGuess {
  /** Rows that may have the id of another text. */
  private static final double TOLERATED = 0.05;

  private final RowSample sample;
  private final ColumnGuess text;

  private IdGuess(RowSample sample, ColumnGuess text) {
    this.sample = sample;
    this.text = text;
  }

  static ColumnGuess of(RowSample sample, ColumnGuess text) {
    return new IdGuess(sample, text).guess();
  }

  private ColumnGuess guess() {
    List<String> against = new ArrayList<>();
    for (SampledColumn column :
        Candidates.ranked(
            sample, each -> each.isText() || each.isWholeByType(), ColumnNames::rankAsId)) {
      int contradictions = contradictions(column);
      if (!Candidates.hasValues(sample, column)) {
        against.add("%s holds nothing but null".formatted(Comments.name(column.path())));
      } else if (contradictions > TOLERATED * column.tally().values()) {
        against.add(
            "%s does not identify a text: only %s of %s are different"
                .formatted(
                    Comments.name(column.path()),
                    Figures.count(column.tally().distinct()),
                    Figures.counted(column.tally().values(), "value")));
      } else {
        return doubted(found(column, against), column, contradictions);
      }
    }
    ColumnGuess none =
        ColumnGuess.none("none: ids are derived from file and row, and no duplicates are found");
    return against.isEmpty()
        ? none.because("no column has the name of an id")
        : none.because(String.join("; ", against))
            .doubting("id: none; " + String.join("; ", against));
  }

  private static ColumnGuess doubted(ColumnGuess found, SampledColumn column, int contradictions) {
    ColumnGuess guess =
        ColumnNames.isUrl(column.path())
            ? found.doubting(
                "id: %s, for want of another: of a page that was crawled twice, run keeps one text. To keep both, set input.columns.id to null, and input.id to text-hash to drop texts that are the same"
                    .formatted(Comments.name(column.path())))
            : found;
    return contradictions == 0
        ? guess
        : guess.doubting(
            "id: %s of the sample %s the value of an earlier row in %s, but another text: run drops such rows as duplicates. If files number their rows, set input.columns.id to null"
                .formatted(
                    Figures.counted(contradictions, "row"),
                    contradictions == 1 ? "has" : "have",
                    Comments.name(column.path())));
  }

  /** Rows with the id of an earlier row, and a text of another length. */
  private int contradictions(SampledColumn id) {
    return id.tally()
        .contradictions(row -> text.column().map(column -> column.texts().length(row)).orElse(row));
  }

  private ColumnGuess found(SampledColumn column, List<String> against) {
    ColumnGuess guess = ColumnGuess.of(column, "by its name", repeated(column));
    int missing = sample.rows() - column.tally().values();
    if (missing > 0) {
      guess =
          guess.because(Figures.counted(missing, "row") + " without one, for which it is derived");
    }
    return against.isEmpty() ? guess : guess.because(String.join("; ", against));
  }

  private String repeated(SampledColumn column) {
    int repeated = column.tally().values() - column.tally().distinct();
    if (sample.rows() == 0) {
      return "there are no rows";
    }
    return repeated == 0
        ? "no value twice in the sample"
        : "duplicates in the sample: " + Figures.counted(repeated, "row");
  }
}
