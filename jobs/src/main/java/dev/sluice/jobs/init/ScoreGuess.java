package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.ColumnNames;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampledColumn;
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

  private final RowSample sample;
  private final List<SampledColumn> numbers;

  /** Those of which high values are not bad. */
  private final List<SampledColumn> fit;

  private ScoreGuess(RowSample sample) {
    this.sample = sample;
    this.numbers =
        sample.columns().stream().filter(SampledColumn::isNumber).filter(this::isUsable).toList();
    this.fit = numbers.stream().filter(column -> !ColumnNames.isAdverse(column.path())).toList();
  }

  static ColumnGuess of(RowSample sample) {
    return new ScoreGuess(sample).guess();
  }

  /**
   * The column that somebody has named.
   *
   * @throws JobRefusedException if there is none of this name, or it holds no numbers
   */
  static ColumnGuess of(RowSample sample, String name) {
    ScoreGuess score = new ScoreGuess(sample);
    SampledColumn column =
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
        : guess.doubting("score: %s: %s".formatted(Comments.name(name), score.problem(column)));
  }

  private JobRefusedException refused(String name, String problem) {
    return new JobRefusedException(
        "--score-column %s: %s; %s"
            .formatted(
                Comments.name(name),
                problem,
                numbers.isEmpty()
                    ? "no column holds numbers"
                    : "columns of numbers: " + Candidates.names(numbers)));
  }

  private boolean isUsable(SampledColumn column) {
    return sample.rows() == 0 || column.numbers().finite().findAny().isPresent();
  }

  private ColumnGuess guess() {
    List<SampledColumn> named = named();
    if (named.isEmpty()) {
      return unnamed();
    }
    SampledColumn first = named.get(0);
    SampledColumn chosen =
        named.stream().filter(column -> isRounding(first, column)).findFirst().orElse(first);
    named.remove(chosen);
    ColumnGuess guess = ColumnGuess.of(chosen, "by its name");
    for (SampledColumn other : named) {
      if (isRounding(other, chosen)) {
        guess = guess.because("%s is the same rounded".formatted(Comments.name(other.path())));
      }
    }
    if (!named.isEmpty()) {
      guess = guess.because("others: " + Candidates.names(named));
    }
    return unusable(judged(guess, chosen, named));
  }

  /** The best name first; of equally good ones, fractions before integers. */
  private List<SampledColumn> named() {
    List<SampledColumn> named =
        new ArrayList<>(Candidates.ranked(sample, fit::contains, ColumnNames::rankAsScore));
    named.sort(
        Comparator.<SampledColumn>comparingInt(
                column -> ColumnNames.rankAsScore(column.path()).getAsInt())
            .thenComparing(SampledColumn::isWholeByValue)
            .thenComparingInt(column -> ColumnNames.depth(column.path())));
    return named;
  }

  private ColumnGuess judged(ColumnGuess guess, SampledColumn chosen, List<SampledColumn> others) {
    String name = Comments.name(chosen.path());
    if (ColumnNames.isOfLanguage(chosen.path())) {
      return guess.doubting(
          "score: %s is the confidence of a language identification, not a measure of quality"
              .formatted(name));
    }
    List<SampledColumn> rivals =
        others.stream()
            .filter(other -> ColumnNames.isProperScore(other.path()))
            .filter(other -> !isRounding(other, chosen))
            .toList();
    return rivals.isEmpty()
        ? guess
        : guess.doubting(
            "score: %s by its name, but it could also be %s"
                .formatted(name, Candidates.names(rivals)));
  }

  private ColumnGuess unnamed() {
    List<SampledColumn> fractions = fit.stream().filter(column -> !column.isWholeByType()).toList();
    if (fractions.size() == 1) {
      SampledColumn only = fractions.get(0);
      String reason =
          "%s is the only column of numbers with a fraction".formatted(Comments.name(only.path()));
      return unusable(
          ColumnGuess.of(only, reason).doubting("score: no column has a usual name; " + reason));
    }
    ColumnGuess none = unusable(ColumnGuess.none("no column has the name of a score"));
    return numbers.isEmpty()
        ? none
        : none.doubting("score: none has a usual name; numbers: " + Candidates.names(numbers));
  }

  /** Tells of columns with the name of a score that cannot be one. */
  private ColumnGuess unusable(ColumnGuess guess) {
    ColumnGuess told = guess;
    for (SampledColumn column :
        Candidates.ranked(sample, each -> !fit.contains(each), ColumnNames::rankAsScore)) {
      String problem =
          "%s cannot be the score: %s".formatted(Comments.name(column.path()), problem(column));
      told = told.because(problem);
      told = guess.column().isEmpty() ? told.doubting("score: " + problem) : told;
    }
    return told;
  }

  private String problem(SampledColumn column) {
    if (numbers.contains(column)) {
      return "by its name, texts with high values are bad, but buckets keep those";
    }
    return "it holds " + (column.isNumber() ? "no number in the sample" : column.describe());
  }

  private boolean isRounding(SampledColumn whole, SampledColumn exact) {
    if (whole == exact
        || !whole.isWholeByValue()
        || exact.isWholeByValue()
        || ColumnNames.isOfLanguage(exact.path())) {
      return false;
    }
    long both = 0;
    long close = 0;
    for (int row = 0; row < sample.rows(); row++) {
      if (whole.numbers().isFinite(row) && exact.numbers().isFinite(row)) {
        both++;
        close += Math.abs(whole.numbers().at(row) - exact.numbers().at(row)) <= HALF ? 1 : 0;
      }
    }
    return both > 0 && close >= NEARLY_ALL * both;
  }
}
