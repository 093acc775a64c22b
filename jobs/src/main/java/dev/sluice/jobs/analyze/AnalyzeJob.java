package dev.sluice.jobs.analyze;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentCursor;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPiece;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.documents.DocumentResults;
import dev.sluice.jobs.documents.DocumentWork;
import dev.sluice.jobs.documents.UsableFiles;
import dev.sluice.jobs.process.DocumentRoom;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.ReportMarkdown;
import dev.sluice.jobs.text.SeparateOutput;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.SkippedPath;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures all documents of a data set and reports the distributions, as a basis for choosing
 * thresholds. The result depends only on request and files.
 */
public final class AnalyzeJob {
  /** Of the report, as a text. */
  public static final String TITLE = "Analysis";

  private final AnalyzeRequest request;
  private final TextInputs inputs;
  private final Measurements measurements;
  private final ProcessMemory memory;
  private final DocumentRoom room;
  private final Profile profile = new Profile();
  private final List<String> quarantined = new ArrayList<>();

  AnalyzeJob(AnalyzeRequest request, TextInputs inputs) {
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
   * @throws InterruptedException if this thread is interrupted; nothing is left
   */
  public static JobOutcome run(AnalyzeRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    List<TextFile> files = inputs.files();
    if (request.output().isPresent()) {
      SeparateOutput.require(request.output().get(), request.inputs(), files);
    }
    Map<String, Object> arguments = request.arguments(files);
    Optional<AnalysisOutput> output = request.output().map(AnalysisOutput::new);
    Optional<JsonNode> finished =
        output.isPresent() ? output.get().finished(arguments) : Optional.empty();
    if (finished.isPresent()) {
      return new JobOutcome(finished.get(), true);
    }
    UsableFiles.requireOne(files, request.documentColumns());
    if (request.output().isPresent()) {
      JoinedParts.requireNone(request.output().get());
    }
    AnalyzeJob job = new AnalyzeJob(request, inputs);
    job.measure(file -> {}, progress);
    return write(job.tree(arguments), output);
  }

  /** Writes a report, if there is a directory for it. */
  static JobOutcome write(Map<String, Object> tree, Optional<AnalysisOutput> output)
      throws IOException {
    byte[] json = Json.write(tree);
    JsonNode report = Json.PLAIN.readTree(json);
    if (output.isPresent()) {
      String text = ReportMarkdown.of(TITLE, report);
      output.get().write(json, text.getBytes(UTF_8));
    }
    return new JobOutcome(report, false);
  }

  /** The report on what has been measured. */
  Map<String, Object> tree(Map<String, Object> arguments) {
    return new AnalysisReport(profile)
        .tree(arguments, measurements.rules(), quarantined, SkippedPath.json(inputs.leftOut()));
  }

  List<Measurements.DropRule> rules() {
    return measurements.rules();
  }

  /** Receives the profile of each file, in their order. */
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
      public void begun(DocumentFile file) {}

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
}
