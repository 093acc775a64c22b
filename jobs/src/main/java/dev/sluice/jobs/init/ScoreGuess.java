package dev.sluice.jobs.init;

import dev.sluice.jobs.text.JobRefusedException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Guesses the column of the score: by its name, and rather a number with a fraction than the same
 * number rounded.
 */
final class ScoreGuess {
  /** How far a number is from its rounded form. */
  private static final double HALF = 0.5001;

  private static final double NEARLY_ALL = 0.99;

  private final InputSample sample;
  private final List<Column> numbers;

  /** Those of which high values are not bad. */
  private final List<Column> fit;

  private ScoreGuess(InputSample sample) {
    this.sample = sample;
    this.numbers =
        sample.columns().stream()
            .filter(Column::isNumber)
            .filter(column -> sample.rows() == 0 || column.numbers().findAny().isPresent())
            .toList();
    this.fit = numbers.stream().filter(column -> !ColumnRole.isAdverse(column.path())).toList();
  }

  static ColumnGuess of(InputSample sample) {
    return new ScoreGuess(sample).guess();
  }

  /**
   * The column that somebody has named.
   *
   * @throws JobRefusedException if there is none of this name, or it holds no numbers
   */
  static ColumnGuess of(InputSample sample, String name) {
    ScoreGuess score = new ScoreGuess(sample);
    Column column =
        sample.columns().stream()
            .filter(each -> each.path().equals(name))
            .findFirst()
            .orElseThrow(() -> score.refused(name, "no row of the sample has this column"));
    if (!score.numbers.contains(column)) {
      throw score.refused(name, score.problem(column));
    }
    ColumnGuess guess = ColumnGuess.of(column, "as --score-column says");
    return score.fit.contains(column)
        ? guess
        : guess.doubting("score: %s: %s".formatted(column.name(), score.problem(column)));
  }

  private JobRefusedException refused(String name, String problem) {
    String others =
        numbers.isEmpty()
            ? "no column holds numbers"
            : "columns of numbers: " + InputSample.names(numbers);
    return new JobRefusedException(
        "--score-column %s: %s; %s".formatted(YamlText.name(name), problem, others));
  }

  private ColumnGuess guess() {
    List<Column> named = named();
    if (named.isEmpty()) {
      return unnamed();
    }
    Column first = named.get(0);
    Column chosen =
        named.stream().filter(column -> isRounding(first, column)).findFirst().orElse(first);
    named.remove(chosen);
    ColumnGuess guess = ColumnGuess.of(chosen, "by its name");
    for (Column other : named) {
      if (isRounding(other, chosen)) {
        guess.because(other.name() + " is the same rounded");
      }
    }
    if (!named.isEmpty()) {
      guess.because("others: " + InputSample.names(named));
    }
    judge(guess, chosen, named);
    return unusable(guess);
  }

  /** The best name first; of equally good ones, fractions before integers. */
  private List<Column> named() {
    List<Column> named = new ArrayList<>(sample.ranked(ColumnRole.SCORE, fit::contains));
    named.sort(
        Comparator.<Column>comparingInt(column -> ColumnRole.SCORE.rank(column.path()))
            .thenComparing(Column::isWholeByValue)
            .thenComparingInt(Column::depth));
    return named;
  }

  private void judge(ColumnGuess guess, Column chosen, List<Column> others) {
    if (ColumnRole.isOfLanguage(chosen.path())) {
      guess.doubting(
          "score: %s is the confidence of a language identification, not a measure of quality"
              .formatted(chosen.name()));
      return;
    }
    List<Column> rivals =
        others.stream()
            .filter(other -> ColumnRole.isProperScore(other.path()))
            .filter(other -> !isRounding(other, chosen))
            .toList();
    if (!rivals.isEmpty()) {
      guess.doubting(
          "score: %s by its name, but it could also be %s"
              .formatted(chosen.name(), InputSample.names(rivals)));
    }
  }

  private ColumnGuess unnamed() {
    List<Column> fractions = fit.stream().filter(column -> !column.isWholeByType()).toList();
    if (fractions.size() == 1) {
      String reason = fractions.get(0).name() + " is the only column of numbers with a fraction";
      return unusable(
          ColumnGuess.of(fractions.get(0), reason)
              .doubting("score: no column has a usual name; " + reason));
    }
    ColumnGuess none = unusable(ColumnGuess.none("no column has the name of a score"));
    return numbers.isEmpty()
        ? none
        : none.doubting("score: none has a usual name; numbers: " + InputSample.names(numbers));
  }

  /** Adds columns with the name of a score that cannot be one. */
  private ColumnGuess unusable(ColumnGuess guess) {
    for (Column column : sample.ranked(ColumnRole.SCORE, each -> !fit.contains(each))) {
      String problem = "%s cannot be the score: %s".formatted(column.name(), problem(column));
      guess.because(problem);
      if (guess.column().isEmpty()) {
        guess.doubting("score: " + problem);
      }
    }
    return guess;
  }

  private String problem(Column column) {
    if (numbers.contains(column)) {
      return "by its name, texts with high values are bad, but buckets keep those";
    }
    return "it holds " + (column.isNumber() ? "no number in the sample" : column.describe());
  }

  private boolean isRounding(Column whole, Column exact) {
    if (whole == exact
        || !whole.isWholeByValue()
        || exact.isWholeByValue()
        || ColumnRole.isOfLanguage(exact.path())) {
      return false;
    }
    long both = 0;
    long close = 0;
    for (int row = 0; row < sample.rows(); row++) {
      double distance = Math.abs(whole.number(row) - exact.number(row));
      both += Double.isFinite(distance) ? 1 : 0;
      close += distance <= HALF ? 1 : 0;
    }
    return both > 0 && close >= NEARLY_ALL * both;
  }
}
