package dev.sluice.jobs.documents;

import dev.sluice.core.TextScorer;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.Fields;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The scores of a row, each computed when an operator asks for its column or the row is kept: so
 * rows that are dropped before cost nothing. Scores are of the text as it is in the input. Not
 * thread-safe.
 */
public final class RowScores {
  private final List<String> columns;
  private final List<TextScorer> scorers;
  private final double[] scores;
  private final boolean[] known;
  private DocumentCursor cursor;

  RowScores(List<String> columns, List<TextScorer> scorers) {
    this.columns = columns;
    this.scorers = scorers;
    this.scores = new double[scorers.size()];
    this.known = new boolean[scorers.size()];
  }

  /** Moves to the row of a cursor. */
  public void next(DocumentCursor row) {
    cursor = row;
    Arrays.fill(known, false);
  }

  /** The document with its scores among its columns. */
  public Document seen(Document document) {
    return scorers.isEmpty()
        ? document
        : new Document(document.id(), document.text(), fields(document.fields()));
  }

  private Fields fields(Fields others) {
    return path -> {
      int column = columns.indexOf(path);
      return column < 0
          ? others.find(path)
          : Optional.of(score(column)).filter(score -> !score.isNaN()).map(FieldValue::of);
    };
  }

  /** All scores; NaN for none, and for what is no finite number. */
  public AddedNumbers all() {
    for (int column = 0; column < scores.length; column++) {
      score(column);
    }
    return new AddedNumbers(columns, scores);
  }

  private Double score(int column) {
    if (!known[column]) {
      double score =
          scorers
              .get(column)
              .score(cursor.textArray(), cursor.textOffset(), cursor.textBytes())
              .orElse(Double.NaN);
      scores[column] = Double.isInfinite(score) ? Double.NaN : score;
      known[column] = true;
    }
    return scores[column];
  }
}
