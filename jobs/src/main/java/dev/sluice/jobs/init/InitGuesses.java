package dev.sluice.jobs.init;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Everything that was guessed about an input. */
record InitGuesses(
    ColumnGuess text,
    ColumnGuess id,
    ColumnGuess score,
    DumpGuess dump,
    DatasetLanguage language,
    Optional<ScoreRange> range) {
  /**
   * Makes all guesses.
   *
   * @param named the column of the score, if somebody has named it
   * @throws dev.sluice.jobs.text.JobRefusedException if it cannot be that
   */
  static InitGuesses of(InputSample sample, Optional<String> named) {
    ColumnGuess text = TextGuess.of(sample);
    ColumnGuess score = ScoreGuess.of(sample, named);
    doubtLacking(text, sample, "text");
    doubtLacking(score, sample, "score");
    return new InitGuesses(
        text,
        IdGuess.of(sample, text),
        score,
        DumpGuess.of(sample),
        DatasetLanguage.of(sample, text),
        score.column().flatMap(column -> ScoreRange.of(column, sample.files())));
  }

  /** Files that lack a column which every file must have are quarantined by {@code run}. */
  private static void doubtLacking(ColumnGuess guess, InputSample sample, String field) {
    guess
        .path()
        .flatMap(sample::lacking)
        .ifPresent(
            lacking ->
                guess.doubting(
                    "%s: %s, and run quarantines these files".formatted(field, lacking)));
  }

  /** The doubts, which a person should check. */
  List<String> doubts() {
    return Stream.concat(
            columns().flatMap(guess -> guess.doubts().stream()), language.doubt().stream())
        .toList();
  }

  /** Whether a column is one of the guessed ones. */
  boolean uses(String path) {
    return columns().flatMap(guess -> guess.path().stream()).anyMatch(path::equals);
  }

  private Stream<ColumnGuess> columns() {
    return Stream.of(text, id, score, dump.column());
  }
}
