package dev.sluice.jobs.init;

import dev.sluice.jobs.init.sample.InitLimits;
import dev.sluice.jobs.init.sample.Quarantine;
import dev.sluice.jobs.init.sample.RowSample;
import dev.sluice.jobs.init.sample.SampleReader;
import dev.sluice.jobs.init.sample.SchemaSurvey;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Writes a configuration of {@code run} for files that it looks at. The result depends only on the
 * inputs as given and on the files. Reads the schemas of at most {@value InitLimits#FILES} files
 * and about {@value InitLimits#ROWS} rows.
 */
public final class InitJob {
  private final JobProgress progress;
  private final Quarantine quarantine = new Quarantine();

  /**
   * A configuration.
   *
   * @param text in YAML
   * @param hasText whether a column holds texts, without which {@code run} keeps nothing
   * @param warnings what {@code run} needs, and what is not certain
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

  private InitJob(JobProgress progress) {
    this.progress = progress;
  }

  /**
   * Looks at files.
   *
   * @param inputs directories, files and globs
   * @param score the column of the score; guessed if empty
   * @throws dev.sluice.storage.text.TextInputException if there is nothing to read
   * @throws JobRefusedException if no file can be read, none has a column, or that of the score
   *     cannot be one
   * @throws IOException if a file cannot be read for another reason than its content
   * @throws InterruptedException if this thread is interrupted
   */
  public static Outcome run(List<String> inputs, Optional<String> score, JobProgress progress)
      throws IOException, InterruptedException {
    return new InitJob(progress).run(inputs, score);
  }

  private Outcome run(List<String> inputs, Optional<String> score)
      throws IOException, InterruptedException {
    TextInputs found = TextInputs.find(inputs);
    progress.plan(List.of(SchemaSurvey.PHASE, SampleReader.PHASE));
    SchemaSurvey survey = SchemaSurvey.of(found.files(), score, quarantine, progress);
    RowSample sample = SampleReader.read(survey, quarantine, progress);
    if (sample.columns().isEmpty()) {
      throw nothing(found);
    }
    InitGuesses guesses = InitGuesses.of(inputs, survey, sample, score);
    return new Outcome(
        ConfigurationText.of(inputs, survey, sample, guesses),
        guesses.text().path().isPresent(),
        guesses.doubts().stream().map(Comments::printable).toList(),
        quarantine.lines());
  }

  private JobRefusedException nothing(TextInputs found) {
    List<String> broken = quarantine.lines();
    if (broken.isEmpty()) {
      return new JobRefusedException(
          "none of %s has a column that could be used: there is nothing to guess from"
              .formatted(Figures.counted(found.files().size(), "file")));
    }
    return new JobRefusedException(
        found.files().size() == 1
            ? broken.get(0)
            : "none of %s can be used; the first: %s"
                .formatted(Figures.counted(found.files().size(), "file"), broken.get(0)));
  }
}
