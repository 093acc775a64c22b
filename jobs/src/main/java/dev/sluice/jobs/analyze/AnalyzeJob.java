package dev.sluice.jobs.analyze;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentResults;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.process.ProcessMemory.DocumentRoom;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.jobs.text.ReportMarkdown;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Measures all documents of a data set and reports the distributions. They help to choose
 * thresholds. The result depends only on the request and the files.
 *
 * <p>Means and correlations are rounded, and the number of frequent values is limited, so the
 * result depends on the order in which profiles are merged. Therefore each part stores the profile
 * of each file, and the join merges these profiles in the order that a single process would use.
 */
public final class AnalyzeJob {
  /** Title of the report when it is shown as text. */
  public static final String TITLE = "Analysis";

  private static final String NAME = "analyze";
  private static final String PROFILES = "profiles.zst";

  private final AnalyzeRequest request;
  private final TextInputs inputs;
  private final Measurements measurements;
  private final ProcessMemory memory;
  private final DocumentRoom room;
  private final Profile profile = new Profile();
  private final List<String> quarantined = new ArrayList<>();

  private AnalyzeJob(AnalyzeRequest request, TextInputs inputs) {
    this.request = request;
    this.inputs = inputs;
    this.measurements = new Measurements(request);
    this.memory =
        ProcessMemory.of(request.heapBytes(), request.threads(), request.documentColumns());
    this.room = new DocumentRoom(memory.documentBytes());
  }

  /**
   * Runs the analysis.
   *
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws JobRefusedException if the request cannot be met
   * @throws InterruptedException if this thread is interrupted; no output remains
   */
  public static JobOutcome run(AnalyzeRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = inputs(request);
    Map<String, Object> arguments = request.arguments(inputs.files());
    Optional<JsonNode> finished =
        request.output().isPresent()
            ? finished(request.output().get(), arguments)
            : Optional.empty();
    if (finished.isPresent()) {
      return new JobOutcome(finished.get(), true);
    }
    UsableFiles.requireOne(inputs.files(), request.documentColumns());
    if (request.output().isPresent()) {
      JoinedParts.requireNone(request.output().get());
    }
    AnalyzeJob job = new AnalyzeJob(request, inputs);
    job.measure(file -> {}, progress);
    return write(job.tree(arguments), request.output());
  }

  /**
   * Runs a part from its beginning.
   *
   * @param request the request, with an output
   * @return the analysis of the part, or of the whole input if the parts have been joined
   * @throws dev.sluice.storage.text.TextInputs.TextInputException if there is nothing to read
   * @throws JobRefusedException if the request cannot be met
   * @throws InterruptedException if this thread is interrupted
   */
  public static JobOutcome run(AnalyzeRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    Path output = request.output().orElseThrow();
    TextInputs inputs = inputs(request);
    List<TextFile> files = inputs.files();
    Map<String, Object> arguments = request.arguments(files);
    Optional<JsonNode> joined = finished(output, arguments);
    if (joined.isPresent()) {
      return new JobOutcome(joined.get(), true);
    }
    return PartDirectory.once(
        output,
        PartTerms.of(NAME, task, arguments),
        task.part(),
        result -> new JobOutcome(PartResult.read(result).report(), true),
        () -> {
          UsableFiles.requireOne(files, request.documentColumns());
          List<TextFile> share = task.part().share(files);
          AnalyzeJob job = new AnalyzeJob(request, new TextInputs(share, inputs.leftOut()));
          return part -> {
            try (ProfileFile.Writer profiles = new ProfileFile.Writer(part.file(PROFILES))) {
              job.measure(profiles::add, progress);
            }
            JsonNode report = Json.tree(job.tree(arguments));
            PartResult result = new PartResult(report, job.measurements.rules());
            part.end(share, Json.PLAIN.valueToTree(result), Set.of(PROFILES));
            return new JobOutcome(report, false);
          };
        });
  }

  /**
   * Joins the parts of an output. The result is the same as if one invocation had written it.
   *
   * @param asked the request that the parts must match; not checked if empty
   * @param version the version of the program
   * @throws JobRefusedException if a part is missing, differs or is still running
   * @throws dev.sluice.jobs.text.JobFailedException if a file of a part is damaged
   */
  public static JobOutcome join(Path output, Optional<AnalyzeRequest> asked, String version)
      throws IOException, InterruptedException {
    Optional<Map<String, Object>> arguments = Optional.empty();
    if (asked.isPresent()) {
      List<TextFile> files = TextInputs.find(asked.get().inputs()).files();
      arguments = Optional.of(asked.get().arguments(files));
      finished(output, arguments.get());
    }
    Path json = json(output);
    return JoinedParts.once(
        output,
        NAME,
        version,
        arguments,
        () ->
            Files.exists(json)
                ? Optional.of(new JobOutcome(Json.read(json, JsonNode.class), true))
                : Optional.empty(),
        parts -> write(tree(parts), Optional.of(output)));
  }

  private static TextInputs inputs(AnalyzeRequest request) throws IOException {
    TextInputs inputs = TextInputs.find(request.inputs());
    if (request.output().isPresent()) {
      SeparateOutput.require(request.output().get(), request.inputs(), inputs.files());
    }
    return inputs;
  }

  private static Path json(Path output) {
    return output.resolve("analysis.json");
  }

  /** Returns the existing report with the same arguments, if there is one. */
  private static Optional<JsonNode> finished(Path output, Map<String, Object> arguments)
      throws IOException {
    OutputDirectory.requireWritable(output);
    return OutputDirectory.finished(output, json(output), "analysis", arguments);
  }

  /**
   * Writes a report if the request has an output. Writes {@code analysis.json} last, because this
   * file marks the analysis as finished.
   */
  private static JobOutcome write(Map<String, Object> tree, Optional<Path> output)
      throws IOException {
    byte[] json = Json.write(tree);
    JsonNode report = Json.PLAIN.readTree(json);
    if (output.isPresent()) {
      Path markdown = output.get().resolve("analysis.md");
      TemporaryFile.write(markdown, ReportMarkdown.of(TITLE, report).getBytes(UTF_8));
      TemporaryFile.write(json(output.get()), json);
    }
    return new JobOutcome(report, false);
  }

  /** Returns the report on the measurements. */
  private Map<String, Object> tree(Map<String, Object> arguments) {
    return new AnalysisReport(profile)
        .tree(arguments, measurements.rules(), quarantined, SkippedPath.json(inputs.leftOut()));
  }

  /** Receives the profile of each file, in the order of the files. */
  @FunctionalInterface
  interface Profiles {
    void add(Profile file) throws IOException;
  }

  /** Measures the documents of all files. */
  void measure(Profiles files, JobProgress progress) throws IOException, InterruptedException {
    try (WorkerPool workers = new WorkerPool("analyze", memory.threads())) {
      new DocumentPipeline<>(
              request.documentColumns(),
              workers,
              DocumentWork.of(this::profile),
              results(files),
              progress)
          .run(inputs.files());
    }
  }

  private Profile profile(DocumentPiece piece) {
    Profile made = new Profile();
    DocumentCursor cursor = piece.cursor();
    while (cursor.next()) {
      made.addRow();
      if (!cursor.hasDocument()) {
        Profile.count(made.problems(), cursor.problem().reason());
        continue;
      }
      made.addDocument(cursor.textBytes());
      int taken = room.take(cursor.textBytes());
      try {
        measurements.measure(cursor.document(), made);
      } finally {
        room.giveBack(taken);
      }
    }
    return made;
  }

  private DocumentResults<Profile> results(Profiles files) {
    return new DocumentResults<>() {
      private Profile current = new Profile();

      @Override
      public void accept(Profile piece) {
        current.add(piece);
      }

      @Override
      public void ended(TextFile file) throws IOException {
        files.add(current);
        profile.add(current);
        current = new Profile();
      }

      @Override
      public void broken(TextFile file, SourceFormatException problem) throws IOException {
        ended(file);
        quarantined.add("%s: %s".formatted(file.name(), problem.reason()));
      }
    };
  }

  /**
   * The result of a part without its profiles, stored for the join.
   *
   * @param report the report on the part
   * @param rules the rules that may drop documents
   */
  private record PartResult(JsonNode report, List<Measurements.DropRule> rules) {
    static PartResult read(JsonNode result) throws IOException {
      return Json.PLAIN.treeToValue(result, PartResult.class);
    }
  }

  private static Map<String, Object> tree(JoinedParts parts) throws IOException {
    Profile profile = new Profile();
    List<String> quarantined = new ArrayList<>();
    for (FinishedPart part : parts.parts()) {
      add(profile, part, parts.file(part, PROFILES));
      JsonNode report = PartResult.read(part.result()).report();
      report.path("quarantined").forEach(file -> quarantined.add(file.asText()));
    }
    PartResult first = PartResult.read(parts.parts().get(0).result());
    return new AnalysisReport(profile)
        .tree(
            map(parts.terms().arguments()),
            first.rules(),
            quarantined,
            map(first.report().path("left_out")));
  }

  private static void add(Profile profile, FinishedPart part, Path profiles) {
    try {
      ProfileFile.addTo(profile, profiles, part.files().size());
    } catch (IOException e) {
      throw part.unreadable(profiles, e);
    }
  }

  private static Map<?, ?> map(JsonNode json) {
    return Json.PLAIN.convertValue(json, Map.class);
  }
}
