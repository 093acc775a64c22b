package dev.sluice.jobs.init;

import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Proposes a configuration for {@code run}, based on the schemas and a sample of the rows of files.
 * The result depends only on the inputs as given and on the files. Reads the schemas of at most
 * {@value InputSampler#FILES} files and about {@value InputSampler#ROWS} rows.
 */
public final class InitJob {
  private InitJob() {}

  /**
   * A proposed configuration.
   *
   * @param text the configuration in YAML
   * @param hasText whether a column holds texts; without one, {@code run} keeps nothing
   * @param warnings what {@code run} needs in addition, and which guesses are uncertain
   * @param quarantined files that cannot be read, each with the reason
   */
  public record Outcome(
      String text, boolean hasText, List<String> warnings, List<String> quarantined) {
    /** Copies the lists. */
    public Outcome {
      warnings = List.copyOf(warnings);
      quarantined = List.copyOf(quarantined);
    }
  }

  /**
   * Reads a sample of files and proposes a configuration.
   *
   * @param inputs directories, files and globs
   * @param score the column of the score; guessed if empty
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws JobRefusedException if no file can be read, no file has a column, or the given column
   *     cannot be the score
   * @throws IOException if a file cannot be read for a reason other than its content
   * @throws InterruptedException if this thread is interrupted
   */
  public static Outcome run(List<String> inputs, Optional<String> score, JobProgress progress)
      throws IOException, InterruptedException {
    InputSample sample = InputSampler.read(TextInputs.find(inputs).files(), score, progress);
    if (sample.columns().isEmpty()) {
      throw new JobRefusedException(nothing(sample));
    }
    InitGuesses guesses = InitGuesses.of(sample, score);
    return new Outcome(
        ConfigurationText.of(inputs, sample, guesses),
        guesses.text().path().isPresent(),
        guesses.doubts().stream().map(YamlText::printable).toList(),
        sample.quarantined());
  }

  private static String nothing(InputSample sample) {
    List<String> broken = sample.quarantined();
    String files = Figures.counted(sample.files().size(), "file");
    if (broken.isEmpty()) {
      return "no usable column in %s: there is nothing to guess from".formatted(files);
    }
    return sample.files().size() == 1
        ? broken.get(0)
        : "none of the %s can be used; the first problem is: %s".formatted(files, broken.get(0));
  }

  /** All guesses about an input. */
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
     * @param named the column that the user has named as the score, if any
     * @throws dev.sluice.jobs.text.JobRefusedException if this column cannot be the score
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

    /** Adds a doubt if files lack a required column, because {@code run} quarantines such files. */
    private static void doubtLacking(ColumnGuess guess, InputSample sample, String field) {
      guess
          .path()
          .flatMap(sample::lacking)
          .ifPresent(
              lacking ->
                  guess.doubting(
                      "%s: %s; run quarantines the files that lack this column"
                          .formatted(field, lacking)));
    }

    /** Returns the doubts. A person should check them. */
    List<String> doubts() {
      return Stream.concat(
              columns().flatMap(guess -> guess.doubts().stream()), language.doubt().stream())
          .toList();
    }

    /** Returns whether a guess uses a column. */
    boolean uses(String path) {
      return columns().flatMap(guess -> guess.path().stream()).anyMatch(path::equals);
    }

    private Stream<ColumnGuess> columns() {
      return Stream.of(text, id, score, dump.column());
    }
  }
}
