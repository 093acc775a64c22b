package dev.sluice.jobs.init;

import dev.sluice.core.Bucket;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SchemaSurvey;
import dev.sluice.storage.text.TextFile;
import java.util.ArrayList;
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
    Optional<ScoreRange> range,
    Optional<KeptFigures> kept) {

  /**
   * Guesses.
   *
   * @param inputs directories, files and globs
   * @param named the column of the score, if somebody has named it
   * @throws dev.sluice.jobs.text.JobRefusedException if it cannot be that
   */
  static InitGuesses of(
      List<String> inputs, SchemaSurvey survey, RowSample sample, Optional<String> named) {
    List<TextFile> files = survey.all();
    ColumnGuess text = TextGuess.of(survey, sample, new TextStatement(inputs, files.get(0)));
    ColumnGuess score =
        named.map(name -> ScoreGuess.of(sample, name)).orElseGet(() -> ScoreGuess.of(sample));
    Optional<ScoreRange> range = score.column().flatMap(column -> ScoreRange.of(column, files));
    Optional<KeptFigures> kept =
        range.map(
            scores -> {
              List<Bucket> buckets = BucketProposal.of(scores);
              return KeptFigures.of(
                  sample, score.column().orElseThrow(), scores.scale(), buckets, text);
            });
    return new InitGuesses(
        complete(text, survey, "text"),
        IdGuess.of(sample, text),
        complete(score, survey, "score"),
        DumpGuess.of(sample, files),
        DatasetLanguage.of(sample, text),
        range,
        kept);
  }

  /** Files that lack a column which every file must have are quarantined by {@code run}. */
  private static ColumnGuess complete(ColumnGuess guess, SchemaSurvey survey, String field) {
    Optional<SchemaSurvey.Lacking> lacking = guess.path().flatMap(survey::lacking);
    return lacking.isEmpty()
        ? guess
        : guess.doubting(
            "%s: %d of the %d schemas lack it, first %s, and run passes these files over"
                .formatted(
                    field, lacking.get().files(), lacking.get().of(), lacking.get().first()));
  }

  /** What a person should check. */
  List<String> doubts() {
    List<String> doubts = new ArrayList<>();
    columns().map(ColumnGuess::doubts).forEach(doubts::addAll);
    language.doubt().ifPresent(doubts::add);
    return doubts;
  }

  /** Whether a column is one of the guessed ones. */
  boolean uses(String path) {
    return columns().flatMap(guess -> guess.path().stream()).anyMatch(path::equals);
  }

  private Stream<ColumnGuess> columns() {
    return Stream.of(text, id, score, dump.column());
  }
}
