package dev.sluice.jobs.analyze;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextInputs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures every document of a data set and tells how the numbers are distributed, so that
 * thresholds are chosen by looking. The result depends on request and files alone.
 */
public final class AnalyzeJob {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final AnalyzeRequest request;
  private final TextInputs inputs;
  private final Measurements measurements;
  private final ProcessMemory memory;
  private final DocumentRoom room;
  private final Profile profile = new Profile();
  private final List<String> quarantined = new ArrayList<>();

  /**
   * What came of it.
   *
   * @param report what {@code analysis.json} says
   * @param text what {@code analysis.md} says
   * @param finishedBefore whether an earlier call had done everything
   */
  public record Outcome(JsonNode report, String text, boolean finishedBefore) {}

  private AnalyzeJob(AnalyzeRequest request, TextInputs inputs) {
    this.request = request;
    this.inputs = inputs;
    this.measurements = new Measurements(request);
    this.memory =
        ProcessMemory.of(request.heapBytes(), request.threads(), request.documentColumns());
    this.room = new DocumentRoom(memory.documentBytes());
  }

  /**
   * Does it.
   *
   * @throws dev.sluice.storage.text.TextInputException when there is nothing to read
   * @throws JobRefusedException when it cannot be begun as it was asked for
   * @throws InterruptedException when this thread is interrupted; nothing is left then
   */
  public static Outcome run(AnalyzeRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    TextInputs inputs = TextInputs.find(request.inputs());
    List<TextFile> files = inputs.files();
    AnalysisOutput output = new AnalysisOutput(request, files);
    Optional<JsonNode> finished = output.finished();
    if (finished.isPresent()) {
      return new Outcome(finished.get(), AnalysisText.of(finished.get()), true);
    }
    UsableFiles.requireOne(files, request.documentColumns());
    AnalyzeJob job = new AnalyzeJob(request, inputs);
    job.measure(progress);
    byte[] json = Json.write(job.tree(output.arguments()));
    JsonNode report = MAPPER.readTree(json);
    String text = AnalysisText.of(report);
    output.write(json, text.getBytes(UTF_8));
    return new Outcome(report, text, false);
  }

  private Map<String, Object> tree(Map<String, Object> arguments) {
    return new AnalysisReport(profile)
        .tree(arguments, measurements.rules(), quarantined, inputs.leftOut());
  }

  private void measure(JobProgress progress) throws IOException, InterruptedException {
    try (WorkerPool workers = new WorkerPool("analyze", memory.threads())) {
      new DocumentPipeline<>(
              request.documentColumns(),
              workers,
              DocumentWork.of(this::profile),
              results(),
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
        made.problems().add(cursor.problem().reason());
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

  private DocumentResults<Profile> results() {
    return new DocumentResults<>() {
      @Override
      public void begun(DocumentFile file) {}

      @Override
      public void accept(Profile piece) {
        profile.add(piece);
      }

      @Override
      public void ended(TextFile file) {}

      @Override
      public void broken(TextFile file, SourceFormatException problem) {
        quarantined.add("%s: %s".formatted(file.name(), problem.reason()));
      }
    };
  }
}
