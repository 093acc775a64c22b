package dev.sluice.jobs.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.algorithms.words.CountedWordSink;
import dev.sluice.algorithms.words.WordCounter;
import dev.sluice.jobs.documents.CounterPool;
import dev.sluice.jobs.text.FileListing;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.text.WholeOutput;
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
  static final String MIN_WORD_COUNT = "min_word_count";
  static final JobPhase MERGING = JobPhase.ofItems("adding tokens");

  private static final String SPILL = "spill";
  private static final String MARKDOWN = "report.md";

  private final TrainingRequest request;
  private final TextInputs inputs;
  private final TrainingTexts texts;

  /**
   * How a training has ended.
   *
   * @param report as {@code report.json}
   * @param text as {@code report.md}; of a part, what it has counted
   * @param finishedBefore whether an earlier invocation had trained the tokenizer
   */
  public record Outcome(JsonNode report, String text, boolean finishedBefore) {}

  /** Where the words come from. */
  @FunctionalInterface
  interface Words {
    /** Counts all of them, with a counter for each thread. */
    void count(CounterPool counters, JobProgress progress) throws IOException, InterruptedException;
  }

  /**
   * @param texts what is known of them when their words have been counted
   */
  TrainingJob(TrainingRequest request, TextInputs inputs, TrainingTexts texts) {
    this.request = request;
    this.inputs = inputs;
    this.texts = texts;
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
  public static Outcome run(TrainingRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    List<TextFile> files = inputs.files();
    SeparateOutput.require(request.output(), request.inputs(), files);
    WholeOutput output = new WholeOutput(request.output(), arguments(request, files));
    Optional<Outcome> finished = finished(request, output);
    if (finished.isPresent()) {
      return finished.get();
    }
    JoinedParts.requireNone(request.output());
    output.requireEmpty();
    inputs.check(request.columns());
    TrainingTexts texts = new TrainingTexts(request);
    progress.plan(List.of(JobPhase.READING, MERGING));
    TrainingJob job = new TrainingJob(request, inputs, texts);
    JsonNode report =
        output.publish(
            directory ->
                job.train(
                    (counters, shown) -> texts.read(files, counters, shown), directory, progress));
    return outcome(request, report, false);
  }

  /** All that the tokenizer and its report depend on, for an output. */
  static Map<String, Object> arguments(TrainingRequest request, List<TextFile> files)
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
      arguments.put(MIN_WORD_COUNT, request.minWordCount());
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

  /**
   * Learns from words, and writes everything but the report.
   *
   * @param directory empty; also for words that are spilled meanwhile
   * @return the report
   */
  Map<String, Object> train(Words words, Path directory, JobProgress progress)
      throws IOException, InterruptedException {
    BpeTrainer trainer = new BpeTrainer(request.trainer());
    TrainingMemory memory = new TrainingMemory(request.heapBytes());
    WordIntake intake = new WordIntake(trainer, request.minWordCount(), memory);
    count(words, directory, progress, memory, intake);
    if (intake.words() == 0) {
      throw new JobFailedException(
          "no text in %,d files (%,d rows rejected, %,d without text): there is nothing to learn"
              .formatted(inputs.files().size(), texts.totals().rejected(), texts.totals().nulls()));
    }
    intake.require();
    int wanted = request.trainer().vocabularySize();
    Tokenizer tokenizer =
        new Tokenizer(
            request.normaliser(),
            request.preTokenizer(),
            trainer.train(
                (tokens, bytes) -> {
                  intake.check(tokens, bytes);
                  merged(tokens, wanted, progress);
                }));
    TokenizerFiles.write(tokenizer, directory);
    TrainingReport report =
        new TrainingReport(tokenizer, trainer, rare(intake), texts.totals(), texts.samples());
    Files.writeString(directory.resolve(MARKDOWN), report.markdown());
    Map<String, Object> json = report.json();
    json.put("left_out", SkippedPath.json(inputs.leftOut()));
    return json;
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

  /** The tokenizer that an earlier invocation has trained, if it has. */
  static Optional<Outcome> finished(TrainingRequest request, WholeOutput output)
      throws IOException {
    Optional<JsonNode> report = output.finished();
    return report.isPresent()
        ? Optional.of(outcome(request, report.get(), true))
        : Optional.empty();
  }

  /** What the output holds. */
  static Outcome outcome(TrainingRequest request, JsonNode report, boolean finishedBefore)
      throws IOException {
    return new Outcome(
        report, Files.readString(request.output().resolve(MARKDOWN)), finishedBefore);
  }

  private void count(
      Words words,
      Path directory,
      JobProgress progress,
      TrainingMemory memory,
      CountedWordSink sink)
      throws IOException, InterruptedException {
    Path spill = Files.createDirectory(directory.resolve(SPILL));
    SpilledWords spilled = new SpilledWords(request.minWordCount(), memory);
    try (CounterPool counters = counters(request, spill, spilled)) {
      words.count(
          counters,
          position -> {
            progress.reached(position);
            spilled.check(position);
          });
      WordCounter.visit(counters.all(), sink);
    }
    Files.delete(spill);
  }

  /** Counters for all threads, in a third of the heap. */
  static CounterPool counters(TrainingRequest request, Path spill, CountedWordSink spilled) {
    return new CounterPool(request.threads(), request.heapBytes() / 3, spill, spilled);
  }
}
