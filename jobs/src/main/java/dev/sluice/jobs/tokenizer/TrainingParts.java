package dev.sluice.jobs.tokenizer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.FileTree;
import dev.sluice.jobs.documents.ReadTotals;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.text.FileShares;
import dev.sluice.jobs.text.FinishedPart;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PackedFile;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartTask;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.WholeOutput;
import dev.sluice.jobs.tokenizer.CounterPool.WordPass;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs {@link TrainingJob} in parts. A part counts the words of its files; the join adds up the
 * counts and learns from them. Rare words are left out by the join, which alone knows how often a
 * word occurs.
 */
public final class TrainingParts {
  /** Name of the file of a part with its texts by source. */
  static final String SOURCES = "sources.zst";

  private static final String NAME = "train-tokenizer";
  private static final String READ = "read";
  private static final String WORDS = "words";
  private static final int LEVEL = 3;

  private TrainingParts() {}

  /**
   * Runs a part from its beginning.
   *
   * @return with what the part has counted, or with the report of the whole job if its parts have
   *     been joined
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws dev.sluice.jobs.text.JobRefusedException if the output holds something else
   * @throws InterruptedException if this thread is interrupted
   */
  public static JobOutcome run(TrainingRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    Map<String, Object> arguments = TrainingJob.arguments(request, inputs.files());
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
          List<TextFile> share = FileShares.of(inputs.files(), task.part());
          return part -> {
            JsonNode result = count(request, share, part, progress);
            part.end(share, result, Set.of(PartWords.FILE, SOURCES));
            return new JobOutcome(result, false);
          };
        });
  }

  /**
   * The arguments of an output, and everything else that determines the counts. A join that runs
   * out of memory proposes another minimum count of words, which parts know nothing of.
   */
  private static Map<String, Object> terms(TrainingRequest request, Map<String, Object> arguments) {
    Map<String, Object> terms = new LinkedHashMap<>(arguments);
    terms.remove(TrainingJob.MIN_WORD_COUNT);
    terms.put("max_document_size", request.columns().maxBytes());
    terms.put("source_column", request.sourceColumn());
    return terms;
  }

  private static JsonNode count(
      TrainingRequest request, List<TextFile> share, PartDirectory part, JobProgress progress)
      throws IOException, InterruptedException {
    ReadTotals totals = new ReadTotals();
    SourceSamples samples = new SourceSamples();
    WordPass pass = TrainingJob.pass(request, totals, samples);
    Map<String, Object> result = new LinkedHashMap<>();
    try (PartWords.Writer words = new PartWords.Writer(part.file(PartWords.FILE))) {
      TrainingJob.count(
          request, part.file(""), counters -> pass.read(share, counters, progress), words);
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
   * Joins the parts of an output, which is then as if one invocation had written it.
   *
   * @param request what the parts were asked to do
   * @param version of the program
   * @throws dev.sluice.jobs.text.JobRefusedException if a part is missing, differs or is still
   *     running
   * @throws dev.sluice.jobs.text.JobFailedException if there is no text, if the distinct words do
   *     not fit into the heap, or if what a part has left is damaged
   * @throws java.util.concurrent.CancellationException if this thread is interrupted between two
   *     merges
   */
  public static JobOutcome join(TrainingRequest request, String version, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    Map<String, Object> arguments = TrainingJob.arguments(request, inputs.files());
    WholeOutput output = new WholeOutput(request.output(), arguments);
    if (output.finished().isEmpty()) {
      JoinedParts.requireSame(request.output(), terms(request, arguments));
    }
    return JoinedParts.once(
        request.output(),
        NAME,
        version,
        () -> output.finished().map(report -> new JobOutcome(report, true)),
        parts -> {
          ReadTotals totals = new ReadTotals();
          SourceSamples samples = new SourceSamples();
          read(parts, totals, samples);
          TrainingJob job = new TrainingJob(request, inputs, totals, samples);
          PartWords words = new PartWords(parts, request.threads());
          progress.plan(List.of(PartWords.ADDING, TrainingJob.MERGING));
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

  /** Adds up what all parts have read. */
  private static void read(JoinedParts parts, ReadTotals totals, SourceSamples samples) {
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
}
