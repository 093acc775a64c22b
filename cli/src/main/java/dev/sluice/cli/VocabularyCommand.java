package dev.sluice.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.cli.option.NormaliserOptions;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.jobs.text.WholeOutput;
import dev.sluice.jobs.tokenizer.VocabularyJob;
import dev.sluice.jobs.tokenizer.VocabularyRequest;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code vocabulary}: finds the most frequent words. */
@Command(
    name = "vocabulary",
    description = "Count words and write the most frequent ones as a vocabulary.")
final class VocabularyCommand extends FileJobCommand {

  @Mixin private TextJobOptions texts = new TextJobOptions();
  @Mixin private NormaliserOptions normaliser = new NormaliserOptions();

  @Option(
      names = "--output",
      converter = PathConverters.ToOutput.class,
      paramLabel = "DIR",
      required = true,
      description = "A new directory.")
  private Path output;

  @Option(
      names = "--size",
      paramLabel = "N",
      description =
          "Maximum number of words, not counting special tokens. Default: ${DEFAULT-VALUE}.")
  private int size = 50_000;

  @Option(
      names = "--min-frequency",
      paramLabel = "N",
      description = "Minimum number of occurrences of a word. Default: ${DEFAULT-VALUE}.")
  private long minFrequency = 1;

  @Option(
      names = "--special-token",
      paramLabel = "TOKEN",
      description =
          "A special token; can be repeated. Special tokens get the first ids. Default: [PAD] [UNK]"
              + " [CLS] [SEP].")
  private List<String> specialTokens = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    JobOutcome outcome = runShown(this::count, workDir.written(output));
    if (outcome.finishedBefore()) {
      sayFinished(output);
    }
    JsonNode report = outcome.report();
    print(report, () -> text(report));
    return TextJobOptions.listQuarantined(ReadTotals.quarantined(report), sluice.err());
  }

  private static String text(JsonNode report) {
    return String.format(
        Locale.ROOT,
        "%,d entries: the most frequent of %,d distinct words, which cover %.2f %% of all %,d words"
            + " (%,d documents, %,d rows rejected)\n",
        report.path("vocabulary").asLong(),
        report.path("distinct_words").asLong(),
        100 * report.path("coverage").asDouble(),
        report.path("words").asLong(),
        report.path("read").path("documents").asLong(),
        report.path("read").path("rejected").asLong());
  }

  private JobOutcome count(JobProgress progress) throws IOException, InterruptedException {
    VocabularyRequest request = request();
    return workDir.run(
        OutputForm.small(spec.name(), WholeOutput.REPORT),
        output,
        request.inputs(),
        progress,
        (directory, all) -> VocabularyJob.run(request.into(directory), all));
  }

  private VocabularyRequest request() {
    Problems problems = texts.problems(sluice.machine());
    problems.atLeast(1, size, "--size");
    problems.atLeast(1, minFrequency, "--min-frequency");
    problems.throwIfAny();
    return new VocabularyRequest(
        texts.inputs(),
        texts.textColumns(),
        output,
        normaliser.normaliser(),
        size,
        minFrequency,
        specialTokens.isEmpty() ? TrainerOptions.DEFAULT.specialTokens() : specialTokens,
        texts.threads(),
        texts.tableBytes());
  }
}
