package dev.sluice.jobs.tokenizer;

import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.algorithms.words.CountedWordSink;
import dev.sluice.algorithms.words.TextNormaliser;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.jobs.text.CounterPool;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.jobs.text.FileTally;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.ReadTotals;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.text.TextBatch;
import dev.sluice.jobs.text.TextPipeline;
import dev.sluice.jobs.text.TextResults;
import dev.sluice.jobs.text.WholeOutput;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * Trains a byte-level BPE tokenizer. The result does not depend on threads or memory. Memory: what
 * the request allows for counting; then what {@link BpeTrainer} needs.
 */
public final class TrainingJob {
  private static final String SPILL = "spill";
  private static final String MARKDOWN = "report.md";

  private static final JobPhase MERGING = JobPhase.ofItems("adding tokens");

  private final TrainingRequest request;
  private final TextInputs inputs;
  private final ReadTotals totals = new ReadTotals();
  private final SourceSamples samples = new SourceSamples();

  private TrainingJob(TrainingRequest request, TextInputs inputs) {
    this.request = request;
    this.inputs = inputs;
  }

  /**
   * Trains the tokenizer, or recognises that it exists.
   *
   * @throws dev.sluice.storage.text.TextInputException if there is nothing to read
   * @throws dev.sluice.jobs.text.JobRefusedException if the output holds something else
   * @throws JobFailedException if there is no text, or if the distinct words do not fit into the
   *     heap, as soon as that is known
   * @throws CancellationException if the thread is interrupted between two merges
   */
  public static TrainingResult run(TrainingRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    List<TextFile> files = inputs.files();
    SeparateOutput.require(request.output(), request.inputs(), files);
    WholeOutput output = new WholeOutput(request.output(), arguments(request, files));
    Optional<String> finished = output.finished();
    if (finished.isPresent()) {
      return result(request, true, ReadTotals.quarantined(finished.get()));
    }
    inputs.check(request.columns());
    return new TrainingJob(request, inputs).train(output, progress);
  }

  private static Map<String, Object> arguments(TrainingRequest request, List<TextFile> files)
      throws IOException {
    TrainerOptions trainer = request.trainer();
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("input", FileListing.of(files));
    arguments.put("text_column", request.columns().text());
    arguments.put("vocab_size", trainer.vocabularySize());
    arguments.put("special_tokens", trainer.specialTokens());
    arguments.put("min_frequency", trainer.minFrequency());
    if (request.minWordCount() > 1) {
      // Left out otherwise, so that outputs from before there was this option are recognised.
      arguments.put("min_word_count", request.minWordCount());
    }
    arguments.put("max_token_length", limit(trainer.maxTokenLength()));
    arguments.put("max_merges", limit(trainer.maxMerges()));
    arguments.put("pattern", request.preTokenizer().regex());
    arguments.put("normalise", request.normaliser().form().map(Enum::name).orElse("none"));
    arguments.put("lower_case", request.normaliser().lowerCase());
    return arguments;
  }

  private static Object limit(int value) {
    return value == TrainerOptions.UNLIMITED ? "none" : value;
  }

  private TrainingResult train(WholeOutput output, JobProgress progress)
      throws IOException, InterruptedException {
    progress.plan(List.of(JobPhase.READING, MERGING));
    Path directory = output.begin();
    try {
      BpeTrainer trainer = new BpeTrainer(request.trainer());
      TrainingMemory memory = new TrainingMemory(request.heapBytes());
      WordIntake words = new WordIntake(trainer, request.minWordCount(), memory);
      count(inputs.files(), directory, progress, memory, words);
      if (words.words() == 0) {
        throw new JobFailedException(
            "no text in %,d files (%,d rows rejected, %,d without text): there is nothing to learn"
                .formatted(inputs.files().size(), totals.rejected(), totals.nulls()));
      }
      words.require();
      int wanted = request.trainer().vocabularySize();
      Tokenizer tokenizer =
          new Tokenizer(
              request.normaliser(),
              request.preTokenizer(),
              trainer.train(
                  (tokens, bytes) -> {
                    words.check(tokens, bytes);
                    merged(tokens, wanted, progress);
                  }));
      TokenizerFiles.write(tokenizer, directory);
      TrainingReport report = new TrainingReport(tokenizer, trainer, rare(words), totals, samples);
      Files.writeString(directory.resolve(MARKDOWN), report.markdown());
      Map<String, Object> json = report.json();
      json.put("left_out", SkippedPath.json(inputs.leftOut()));
      output.publish(json);
    } finally {
      output.discard();
    }
    return result(request, false, totals.quarantined());
  }

  private Optional<Map<String, Object>> rare(WordIntake words) {
    return request.minWordCount() == 1 ? Optional.empty() : Optional.of(words.rare());
  }

  private static void merged(int tokens, int wanted, JobProgress progress) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("interrupted after %,d tokens".formatted(tokens));
    }
    progress.reached(JobPosition.of(MERGING, tokens, wanted));
  }

  private static TrainingResult result(
      TrainingRequest request, boolean finishedBefore, List<String> quarantined)
      throws IOException {
    return new TrainingResult(
        Files.readString(request.output().resolve(WholeOutput.REPORT)),
        Files.readString(request.output().resolve(MARKDOWN)),
        finishedBefore,
        quarantined);
  }

  private void count(
      List<TextFile> files,
      Path directory,
      JobProgress progress,
      TrainingMemory memory,
      CountedWordSink words)
      throws IOException, InterruptedException {
    Path spill = Files.createDirectory(directory.resolve(SPILL));
    SpilledWords spilled = new SpilledWords(request.minWordCount(), memory);
    try (CounterPool counters =
        new CounterPool(request.threads(), request.heapBytes() / 3, spill, spilled)) {
      new TextPipeline<>(
              request.columns(),
              request.threads(),
              batch -> countWords(batch, counters),
              new Counted(),
              position -> {
                progress.reached(position);
                spilled.check(position);
              })
          .run(files);
      WordCounter.visit(counters.all(), words);
    }
    Files.delete(spill);
  }

  private TextBatch countWords(TextBatch batch, CounterPool counters) {
    WordCounter counter = counters.take();
    try {
      TextNormaliser normaliser = request.normaliser();
      for (int text = 0; text < batch.size(); text++) {
        if (normaliser.isNone()) {
          request
              .preTokenizer()
              .split(batch.bytes(), batch.offset(text), batch.length(text), counter);
        } else {
          byte[] changed = normaliser.apply(batch.bytes(), batch.offset(text), batch.length(text));
          request.preTokenizer().split(changed, 0, changed.length, counter);
        }
      }
      return batch;
    } finally {
      counters.giveBack(counter);
    }
  }

  private final class Counted implements TextResults<TextBatch> {
    @Override
    public void accept(TextFile file, TextBatch batch) {
      samples.add(file, batch);
    }

    @Override
    public void ended(TextFile file, FileTally tally) {
      totals.add(file, tally);
    }

    @Override
    public void broken(TextFile file, FileTally tally, SourceFormatException problem) {
      totals.addBroken(file, tally, problem);
    }
  }
}
