package dev.sluice.jobs.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.algorithms.bpe.BpeTrainer;
import dev.sluice.algorithms.bpe.TrainerOptions;
import dev.sluice.algorithms.words.CounterPool;
import dev.sluice.algorithms.words.WordCounter.CountedWordSink;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.PackedFile;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.jobs.text.ReportMarkdown;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.text.WholeOutput;
import dev.sluice.jobs.tokenizer.TokenizerDirectory.Tokenizer;
import dev.sluice.operators.FieldValue;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextFormat;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;

/**
 * Trains a byte-level BPE tokenizer. The result does not depend on the number of threads or on
 * memory. Memory: first as much as the request allows for counting, then as much as {@link
 * BpeTrainer} needs.
 *
 * <p>If the job is divided into parts, each part counts the words of its files, and the join adds
 * up the counts and learns from them. Rare words are omitted by the join, since only the join knows
 * how often a word occurs.
 */
public final class TrainingJob {
  /** Name of the file in which a part stores its sampled texts by source. */
  private static final String SOURCES = "sources.zst";

  private static final String NAME = "train-tokenizer";
  private static final String READ = "read";
  private static final String WORDS = "words";
  private static final int LEVEL = 3;
  private static final String MIN_WORD_COUNT = "min_word_count";
  static final JobPhase MERGING = JobPhase.ofItems("adding tokens");

  private static final String MARKDOWN = "report.md";

  /** The title of the report when it is shown as text. */
  public static final String TITLE = "Tokenizer";

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
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws dev.sluice.jobs.text.JobRefusedException if the output holds something else
   * @throws JobFailedException if there is no text, or if the distinct words do not fit into the
   *     heap, as soon as that is known
   * @throws CancellationException if the thread is interrupted between two merges
   */
  public static JobOutcome run(TrainingRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    List<TextFile> files = inputs.files();
    SeparateOutput.require(request.output(), request.inputs(), files);
    WholeOutput output = new WholeOutput(request.output(), arguments(request, files));
    TrainingJob job = new TrainingJob(request, inputs);
    progress.plan(List.of(JobPhase.READING, MERGING));
    return output.once(
        () -> UsableFiles.requireOne(files, request.columns()),
        directory -> job.train(job.reading(files, progress), directory, progress));
  }

  /**
   * Runs a part from its beginning.
   *
   * @return the counts of the part, or the report of the whole job if its parts have been joined
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws dev.sluice.jobs.text.JobRefusedException if the output holds something else
   * @throws InterruptedException if this thread is interrupted
   */
  public static JobOutcome run(TrainingRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    Map<String, Object> arguments = arguments(request, inputs.files());
    Optional<JsonNode> joined = new WholeOutput(request.output(), arguments).finished();
    if (joined.isPresent()) {
      return new JobOutcome(joined.get(), true);
    }
    return PartDirectory.once(
        request.output(),
        PartTerms.of(NAME, task, terms(request, arguments)),
        task.part(),
        result -> new JobOutcome(result, true),
        () -> {
          UsableFiles.requireOne(inputs.files(), request.columns());
          List<TextFile> share = task.part().share(inputs.files());
          return part -> {
            JsonNode result = new TrainingJob(request, inputs).count(share, part, progress);
            part.end(share, result, Set.of(PartWords.FILE, SOURCES));
            return new JobOutcome(result, false);
          };
        });
  }

  /**
   * Returns the arguments of an output and everything else that determines the counts. The minimum
   * count of words is not included, because a join that runs out of memory proposes a different
   * one.
   */
  private static Map<String, Object> terms(TrainingRequest request, Map<String, Object> arguments) {
    Map<String, Object> terms = new LinkedHashMap<>(arguments);
    terms.remove(MIN_WORD_COUNT);
    terms.put("max_document_size", request.columns().maxBytes());
    terms.put("source_column", request.sourceColumn());
    return terms;
  }

  private JsonNode count(List<TextFile> share, PartDirectory part, JobProgress progress)
      throws IOException, InterruptedException {
    Map<String, Object> result = new LinkedHashMap<>();
    try (PartWords.Writer words = new PartWords.Writer(part.file(PartWords.FILE))) {
      count(part.file(""), reading(share, progress), words);
      result.put(WORDS, words.words());
      result.put(PartWords.DISTINCT, words.distinct());
    }
    try (OutputStream out = PackedFile.create(part.file(SOURCES), LEVEL)) {
      PackedFile.FIELDS.writeValue(out, samples);
    }
    result.put(READ, totals.json());
    return Json.tree(result);
  }

  /**
   * Joins the parts of an output. The result is the same as if one invocation had written it.
   *
   * @param request the request that the parts must match
   * @param version the version of the program
   * @throws dev.sluice.jobs.text.JobRefusedException if a part is missing, differs or is still
   *     running
   * @throws dev.sluice.jobs.text.JobFailedException if there is no text, if the distinct words do
   *     not fit into the heap, or if a file of a part is damaged
   * @throws java.util.concurrent.CancellationException if this thread is interrupted between two
   *     merges
   */
  public static JobOutcome join(TrainingRequest request, String version, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    Map<String, Object> arguments = arguments(request, inputs.files());
    WholeOutput output = new WholeOutput(request.output(), arguments);
    return JoinedParts.once(
        request.output(),
        NAME,
        version,
        Optional.of(terms(request, arguments)),
        () -> output.finished().map(report -> new JobOutcome(report, true)),
        parts -> {
          TrainingJob job = new TrainingJob(request, inputs);
          job.read(parts);
          PartWords words = new PartWords(parts, request.threads());
          progress.plan(List.of(PartWords.ADDING, MERGING));
          Path workspace = parts.workspace();
          try {
            JsonNode report =
                output.publish(
                    workspace,
                    job.train(counters -> words.count(counters, progress), workspace, progress));
            return new JobOutcome(report, false);
          } finally {
            FileTree.deleteAll(workspace);
          }
        });
  }

  /** Adds up the counts of all parts. */
  private void read(JoinedParts parts) {
    for (FinishedPart part : parts.parts()) {
      totals.add(part.result().path(READ));
      Path sources = parts.file(part, SOURCES);
      try (InputStream in = PackedFile.open(sources)) {
        samples.add(PackedFile.FIELDS.readValue(in, SourceSamples.class));
      } catch (IOException e) {
        throw part.unreadable(sources, e);
      }
    }
  }

  /** Returns the words of files, which are read when the words are counted. */
  private CounterPool.Words reading(List<TextFile> files, JobProgress progress) {
    DocumentColumns texts = request.columns();
    Set<String> source = Set.of(request.sourceColumn());
    WordPass.Split split = request.preTokenizer()::split;
    WordPass pass =
        new WordPass(
            DocumentColumns.ofText(texts.text(), texts.maxBytes(), source),
            request.threads(),
            split.after(request.normaliser()),
            totals,
            file -> samples.adder(file, text -> dataset(file, text)));
    return counters -> pass.read(files, counters, progress);
  }

  private Optional<String> dataset(TextFile file, DocumentCursor text) {
    return file.format() == TextFormat.PARQUET
        ? text.fields()
            .find(request.sourceColumn())
            .map(FieldValue::text)
            .filter(name -> !name.isEmpty())
        : Optional.empty();
  }

  /** Returns the arguments that determine the tokenizer and its report. */
  private static Map<String, Object> arguments(TrainingRequest request, List<TextFile> files)
      throws IOException {
    TrainerOptions trainer = request.trainer();
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("input", MarkedFile.listing(MarkedFile.of(files)));
    arguments.put("text_column", request.columns().text());
    arguments.put("vocab_size", trainer.vocabularySize());
    arguments.put("special_tokens", trainer.specialTokens());
    arguments.put("min_frequency", trainer.minFrequency());
    if (request.minWordCount() > 1) {
      // Omitted otherwise, so that outputs from before this option existed are recognised.
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
   * Learns from words, and writes all files but the report.
   *
   * @param directory an empty directory for the files and for spilled words
   * @return the report
   */
  private Map<String, Object> train(CounterPool.Words words, Path directory, JobProgress progress)
      throws IOException, InterruptedException {
    BpeTrainer trainer = new BpeTrainer(request.trainer());
    WordIntake intake = new WordIntake(trainer, request.minWordCount(), request.heapBytes());
    count(directory, words, intake);
    if (intake.words() == 0) {
      throw new JobFailedException(
          "no text in %,d files (%,d rows rejected, %,d without text): there is nothing to learn"
              .formatted(inputs.files().size(), totals.tally().rejected(), totals.tally().nulls()));
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
    TrainingReport report = new TrainingReport(tokenizer, trainer, rare(intake), totals, samples);
    Map<String, Object> json = report.json();
    json.put("left_out", SkippedPath.json(inputs.leftOut()));
    Files.writeString(directory.resolve(MARKDOWN), ReportMarkdown.of(TITLE, Json.tree(json)));
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

  /** Counts words within a third of the heap. */
  private void count(Path directory, CounterPool.Words words, CountedWordSink distinct)
      throws IOException, InterruptedException {
    CounterPool.count(request.threads(), request.heapBytes() / 3, directory, words, distinct);
  }
}
