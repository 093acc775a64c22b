package dev.sluice.jobs.init;

import dev.sluice.jobs.text.JobRefusedException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Guesses the column of the score by name, or by type if no name suits. */
final class ScoreGuess {
  private final InputSample sample;
  private final List<Column> numbers;

  /** Columns of numbers whose high values do not mean bad texts. */
  private final List<Column> fit;

  private ScoreGuess(InputSample sample) {
    this.sample = sample;
    this.numbers =
        sample.columns().stream()
            .filter(Column::isNumber)
            .filter(column -> sample.rows() == 0 || column.numbers().findAny().isPresent())
            .toList();
    this.fit = numbers.stream().filter(column -> !GuessedRole.isAdverse(column.path())).toList();
  }

  /**
   * Guesses the score column of a sample.
   *
   * @param named the column that the user has named, if any
   * @throws JobRefusedException if no column has this name, or the column holds no numbers
   */
  static ColumnGuess of(InputSample sample, Optional<String> named) {
    ScoreGuess score = new ScoreGuess(sample);
    return named.map(score::named).orElseGet(score::guess);
  }

  private ColumnGuess named(String name) {
    Column column =
        sample.columns().stream()
            .filter(each -> each.path().equals(name))
            .findFirst()
            .orElseThrow(() -> refused(name, "no row of the sample has this column"));
    if (!numbers.contains(column)) {
      throw refused(name, problem(column));
    }
    ColumnGuess guess = ColumnGuess.of(column, "set with --score-column");
    return fit.contains(column)
        ? guess
        : guess.doubting("score: %s: %s".formatted(column.name(), problem(column)));
  }

  private JobRefusedException refused(String name, String problem) {
    String others =
        numbers.isEmpty()
            ? "no column holds numbers"
            : "the columns of numbers are " + InputSample.names(numbers);
    return new JobRefusedException(
        "--score-column %s: %s; %s".formatted(YamlText.name(name), problem, others));
  }

  private ColumnGuess guess() {
    List<Column> named =
        sample.ranked(GuessedRole.SCORE, fit::contains).stream()
            .sorted(
                Comparator.<Column>comparingInt(column -> GuessedRole.SCORE.rank(column.path()))
                    .thenComparing(Column::isIntegerByValue)
                    .thenComparingInt(Column::depth))
            .toList();
    ColumnGuess guess = named.isEmpty() ? unnamed() : best(named);
    for (Column column : sample.ranked(GuessedRole.SCORE, each -> !fit.contains(each))) {
      String problem = "%s cannot be the score: %s".formatted(column.name(), problem(column));
      guess.because(problem);
      if (guess.column().isEmpty()) {
        guess.doubting("score: " + problem);
      }
    }
    return guess;
  }

  private static ColumnGuess best(List<Column> named) {
    Column chosen = named.get(0);
    ColumnGuess guess = ColumnGuess.of(chosen, "by its name").rather(named);
    List<Column> rivals =
        named.stream().skip(1).filter(other -> GuessedRole.isProperScore(other.path())).toList();
    if (GuessedRole.isOfLanguage(chosen.path())) {
      guess.doubting(
          "score: %s is the confidence of a language identification, not a measure of quality"
              .formatted(chosen.name()));
    } else if (!rivals.isEmpty()) {
      guess.doubting(
          "score: %s was chosen by its name, but the score could also be %s"
              .formatted(chosen.name(), InputSample.names(rivals)));
    }
    return guess;
  }

  private ColumnGuess unnamed() {
    List<Column> fractions = fit.stream().filter(column -> !column.isIntegerByType()).toList();
    if (fractions.size() == 1) {
      String reason = fractions.get(0).name() + " is the only column of numbers with a fraction";
      return ColumnGuess.of(fractions.get(0), reason)
          .doubting("score: no column has the name of a score; " + reason);
    }
    ColumnGuess none = ColumnGuess.none("no column has the name of a score");
    return numbers.isEmpty()
        ? none
        : none.doubting(
            "score: no column has the name of a score; the columns of numbers are "
                + InputSample.names(numbers));
  }

  private String problem(Column column) {
    if (numbers.contains(column)) {
      return "by its name, high values mean bad texts, but buckets keep high values";
    }
    return "it holds " + (column.isNumber() ? "no number in the sample" : column.describe());
  }
}
