package dev.sluice.jobs.init;

import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Proposes a configuration of {@code run} from the schemas and a sample of files. The result
 * depends only on the inputs as given and on the files. Reads the schemas of at most {@value
 * InputSampler#FILES} files and about {@value InputSampler#ROWS} rows.
 */
public final class InitJob {
  private InitJob() {}

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

  /**
   * Reads a sample of files and proposes a configuration.
   *
   * @param inputs directories, files and globs
   * @param score the column of the score; guessed if empty
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws JobRefusedException if no file can be read, none has a column, or that of the score
   *     cannot be one
   * @throws IOException if a file cannot be read for another reason than its content
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
      return "none of %s has a usable column: there is nothing to guess from".formatted(files);
    }
    return sample.files().size() == 1
        ? broken.get(0)
        : "none of %s can be used; the first: %s".formatted(files, broken.get(0));
  }
}
