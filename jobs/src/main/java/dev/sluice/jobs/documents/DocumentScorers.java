package dev.sluice.jobs.documents;

import dev.sluice.core.TextScorer;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.operators.Document;
import dev.sluice.operators.FieldValue;
import dev.sluice.operators.Fields;
import dev.sluice.operators.score.BoundScorer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The scorers of a job, with their models. Thread-safe.
 *
 * @param columns the columns of the scores
 * @param models the models, in the order of the columns
 */
public record DocumentScorers(List<String> columns, List<Supplier<TextScorer>> models) {
  /** Copies the lists. */
  public DocumentScorers {
    columns = List.copyOf(columns);
    models = List.copyOf(models);
  }

  /**
   * Opens the files of all scorers.
   *
   * @throws JobRefusedException if files cannot be used; lists all of them
   */
  public static DocumentScorers open(List<BoundScorer> scorers) {
    List<String> problems = new ArrayList<>();
    List<Supplier<TextScorer>> models = new ArrayList<>();
    for (int i = 0; i < scorers.size(); i++) {
      try {
        models.add(scorers.get(i).open());
      } catch (IllegalArgumentException e) {
        problems.add("scorers.%d.%s.%s".formatted(i, scorers.get(i).name(), e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw JobRefusedException.of(problems);
    }
    return new DocumentScorers(scorers.stream().map(BoundScorer::column).toList(), models);
  }

  /** Creates an object that computes the scores of rows, for one thread. */
  public RowScores begin() {
    return new RowScores(columns, models.stream().map(Supplier::get).toList());
  }

  /**
   * The scores of a row. Each score is computed only when an operator reads its column or when the
   * row is kept, so rows that are dropped earlier cost nothing. Scores apply to the text as it is
   * in the input. Not thread-safe.
   */
  public static final class RowScores {
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

    /** Returns the document with the scores as additional columns. */
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

    /** Returns all scores. NaN means that a score is missing or infinite. */
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

  /**
   * Columns of numbers that are added to a row.
   *
   * @param names the names of the columns
   * @param numbers the value of each column; NaN stands for null
   */
  public record AddedNumbers(List<String> names, double[] numbers) {
    /** Means that no columns are added. */
    public static final AddedNumbers NONE = new AddedNumbers(List.of(), new double[0]);

    boolean isAny() {
      return numbers.length > 0;
    }
  }
}
