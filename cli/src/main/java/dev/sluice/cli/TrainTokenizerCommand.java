package dev.sluice.cli;

import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.algorithms.words.PreTokenizer;
import dev.sluice.algorithms.words.PreTokenizer.SplitPattern;
import dev.sluice.app.report.ResultPage;
import dev.sluice.cli.option.HtmlOption;
import dev.sluice.cli.option.NormaliserOptions;
import dev.sluice.cli.option.PartOptions;
import dev.sluice.cli.option.PathConverters;
import dev.sluice.cli.option.TextJobOptions;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.ReportMarkdown;
import dev.sluice.jobs.text.StagedOutput.OutputForm;
import dev.sluice.jobs.text.WholeOutput;
import dev.sluice.jobs.tokenizer.TrainingJob;
import dev.sluice.jobs.tokenizer.TrainingRequest;
import dev.sluice.settings.Problems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code train-tokenizer}: trains a byte-level BPE tokenizer. */
@Command(
    name = "train-tokenizer",
    description = "Train a byte-level BPE tokenizer for HF tokenizers and tiktoken.")
final class TrainTokenizerCommand extends FileJobCommand {

  @Mixin private TextJobOptions texts = new TextJobOptions();
  @Mixin private PartOptions parts = new PartOptions();
  @Mixin private NormaliserOptions normaliser = new NormaliserOptions();

  @Option(
      names = "--output",
      converter = PathConverters.ToOutput.class,
      paramLabel = "DIR",
      required = true,
      description = "A new directory.")
  private Path output;

  @Option(
      names = "--vocab-size",
      paramLabel = "N",
      description = "Number of tokens, including special ones. Default: ${DEFAULT-VALUE}.")
  private int vocabularySize = TrainerOptions.DEFAULT.vocabularySize();

  @Option(
      names = "--pattern",
      paramLabel = "NAME",
      description = "Pre-tokenizer: gpt2, gpt4 or whitespace. Default: gpt2.")
  private Pattern pattern = Pattern.GPT2;

  @Option(
      names = "--digits",
      paramLabel = "RULE",
      description = "none, or individual to make each digit a word. Default: none.")
  private Digits digits = Digits.NONE;

  @Option(
      names = "--special-token",
      paramLabel = "TOKEN",
      description =
          "A special token; can be repeated. Special tokens get the first ids. Default: [PAD] [UNK]"
              + " [CLS] [SEP].")
  private List<String> specialTokens = new ArrayList<>();

  @Option(names = "--no-special-tokens", description = "Use no special tokens.")
  private boolean noSpecialTokens;

  @Option(
      names = "--min-frequency",
      paramLabel = "N",
      description = "Minimum number of occurrences of a merged pair. Default: ${DEFAULT-VALUE}.")
  private long minFrequency = TrainerOptions.DEFAULT.minFrequency();

  @Option(
      names = "--min-word-count",
      paramLabel = "N",
      description =
          "Before learning merges, omit words that occur fewer than N times. Default:"
              + " ${DEFAULT-VALUE}.")
  private long minWordCount = 1;

  @Option(
      names = "--max-token-length",
      paramLabel = "BYTES",
      description = "Maximum length of a token. Default: no limit.")
  private int maxTokenLength = TrainerOptions.UNLIMITED;

  @Option(
      names = "--max-merges",
      paramLabel = "N",
      description = "Maximum number of merges. Default: no limit.")
  private int maxMerges = TrainerOptions.UNLIMITED;

  @Option(
      names = "--source-column",
      paramLabel = "NAME",
      description =
          "Column by which the report groups Parquet sources;"
              + " other files are grouped by directory. Default: ${DEFAULT-VALUE}.")
  private String sourceColumn = "source_dataset";

  @Mixin private HtmlOption page = new HtmlOption();

  /** The supported patterns, named after the models from which they come. */
  enum Pattern {
    GPT2(SplitPattern.GPT2),
    GPT4(SplitPattern.CL100K),
    WHITESPACE(SplitPattern.WHITESPACE);

    private final SplitPattern split;

    Pattern(SplitPattern split) {
      this.split = split;
    }
  }

  /** The supported rules for digits. */
  enum Digits {
    NONE,
    INDIVIDUAL
  }

  @Override
  public Integer call() throws Exception {
    JobOutcome result =
        runShown(
            shown -> {
              JobOutcome finished = train(shown);
              page.write(() -> ResultPage.of(output, "Report of a tokenizer", finished.report()));
              return finished;
            },
            workDir.written(output));
    parts.sayEnd(output, result.finishedBefore());
    print(result.report(), () -> ReportMarkdown.of(TrainingJob.TITLE, result.report()));
    return parts.exitCode(
        TextJobOptions.listQuarantined(ReadTotals.quarantined(result.report()), sluice.err()));
  }

  private JobOutcome train(JobProgress progress) throws IOException, InterruptedException {
    TrainingRequest request = request();
    return parts.run(
        workDir,
        () -> TrainingJob.join(request, parts.version(), progress),
        part -> TrainingJob.run(request, part, progress),
        () ->
            workDir.run(
                OutputForm.small(spec.name(), WholeOutput.REPORT),
                output,
                request.inputs(),
                progress,
                (directory, all) -> TrainingJob.run(request.into(directory), all)));
  }

  private TrainingRequest request() {
    checkOptions();
    return new TrainingRequest(
        texts.inputs(),
        texts.textColumns(),
        sourceColumn,
        output,
        normaliser.normaliser(),
        new PreTokenizer(pattern.split, digits == Digits.INDIVIDUAL),
        new TrainerOptions(vocabularySize, specials(), minFrequency, maxTokenLength, maxMerges),
        minWordCount,
        texts.threads(),
        texts.heapBytes());
  }

  /** Reports all invalid options at once. */
  private void checkOptions() {
    Problems problems = texts.problems(sluice.machine());
    parts.check(problems, Optional.of(output));
    int least = TrainerOptions.minVocabularySize(specials());
    problems.check(
        vocabularySize >= least,
        "--vocab-size",
        "%d is too small: the 256 bytes and %d special tokens need a vocabulary of at least %d"
            .formatted(vocabularySize, specials().size(), least));
    problems.check(
        new HashSet<>(specials()).size() == specials().size() && !specials().contains(""),
        "--special-token",
        "a special token is empty or appears twice: %s".formatted(specials()));
    problems.atLeast(1, minFrequency, "--min-frequency");
    problems.atLeast(1, minWordCount, "--min-word-count");
    problems.atLeast(2, maxTokenLength, "--max-token-length");
    problems.atLeast(0, maxMerges, "--max-merges");
    parts.checkPage(problems, page);
    problems.throwIfAny();
  }

  private List<String> specials() {
    if (noSpecialTokens) {
      return List.of();
    }
    return specialTokens.isEmpty() ? TrainerOptions.DEFAULT.specialTokens() : specialTokens;
  }
}
