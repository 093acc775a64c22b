package dev.sluice.jobs.process;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.text.Arguments;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.ReadProgress;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.jobs.text.WorkerThreads;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.parquet.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * Applies operators to the documents of files: the input's files under the same names, with all
 * columns, rows in their order, without the dropped ones. The bytes of the output depend on
 * operators and input alone.
 */
public final class ProcessJob {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final ProcessRequest request;
  private final ProcessInputs inputs;
  private final ProcessMemory memory;
  private final ReadProgress progress;

  private ProcessJob(
      ProcessRequest request, ProcessInputs inputs, ProcessMemory memory, ReadProgress progress) {
    this.request = request;
    this.inputs = inputs;
    this.memory = memory;
    this.progress = progress;
  }

  /**
   * What came of it.
   *
   * @param report as it is in the output
   * @param finishedBefore whether an earlier call had done everything
   */
  public record Outcome(JsonNode report, boolean finishedBefore) {}

  /**
   * Does the work, or what an earlier call has left of it.
   *
   * @throws JobRefusedException when it cannot be begun as it was asked for
   * @throws IOException when reading or writing fails; the same call continues
   * @throws InterruptedException when this thread is interrupted; the same call continues
   */
  public static Outcome run(ProcessRequest request, ReadProgress progress)
      throws IOException, InterruptedException {
    return run(request, progress, Long.MAX_VALUE);
  }

  /** The same, noting how far it is at least after so many bytes. */
  static Outcome run(ProcessRequest request, ReadProgress progress, long noteBytes)
      throws IOException, InterruptedException {
    ProcessInputs inputs = ProcessInputs.find(request);
    ProcessMemory memory =
        ProcessMemory.of(request.heapBytes(), request.threads(), request.columns())
            .noting(noteBytes);
    Optional<JsonNode> finished = finished(request, inputs);
    if (finished.isPresent()) {
      return new Outcome(finished.get(), true);
    }
    inputs.check();
    try (ProcessDirectory directory = ProcessDirectory.take(request.output())) {
      return new ProcessJob(request, inputs, memory, progress).run(directory);
    }
  }

  private static Optional<JsonNode> finished(ProcessRequest request, ProcessInputs inputs)
      throws IOException {
    if (!Files.exists(ProcessDirectory.report(request.output()))) {
      return Optional.empty();
    }
    JsonNode report =
        MAPPER.readTree(Files.readAllBytes(ProcessDirectory.report(request.output())));
    checkSame(request, report.path("arguments"), inputs.arguments());
    return Optional.of(report);
  }

  private static void checkSame(
      ProcessRequest request, JsonNode before, Map<String, Object> arguments) throws IOException {
    Optional<Arguments.Difference> difference = Arguments.difference(before, arguments);
    if (difference.isPresent()) {
      throw new JobRefusedException(
          "--output %s holds another result: %s; name another directory"
              .formatted(request.output(), difference.get()));
    }
  }

  private Outcome run(ProcessDirectory directory) throws IOException, InterruptedException {
    int operators = request.chain().operators().size();
    try (ProcessJournal journal =
        new ProcessJournal(directory.journal(), Position.begin(request.trace(), operators))) {
      if (journal.asked().isPresent()) {
        checkSame(request, journal.asked().get(), inputs.arguments());
      } else {
        journal.begin(inputs.arguments());
      }
      for (ProcessedFile file : journal.done()) {
        directory.publish(file.name());
      }
      process(directory, journal);
      JsonNode report = new ProcessReport(request).of(inputs.arguments(), journal.done());
      TemporaryFile.write(directory.report(), Json.write(report));
    }
    directory.end();
    return new Outcome(MAPPER.readTree(Files.readAllBytes(directory.report())), false);
  }

  private void process(ProcessDirectory directory, ProcessJournal journal)
      throws IOException, InterruptedException {
    ExecutorService workers = WorkerThreads.named("process", memory.threads());
    try (ProcessOutput output =
        new ProcessOutput(
            directory, journal, workers, memory, request.chain().operators().size())) {
      List<TextFile> rest = inputs.files().subList(journal.done().size(), inputs.files().size());
      PieceWork work =
          new PieceWork(
              request.chain(),
              request.columns(),
              new DocumentRoom(memory.documentBytes()),
              output::traced);
      new DocumentPipeline<>(inputs.columns(), workers, memory.threads(), work, output, progress)
          .run(rest, rest.isEmpty() ? 0 : resume(rest.get(0), output));
      output.publish();
    } finally {
      workers.shutdownNow();
      WorkerThreads.awaitEnd(workers);
    }
  }

  /** The row to go on with; a file that cannot be opened is set aside in its turn. */
  private long resume(TextFile file, ProcessOutput output) throws IOException {
    try {
      return output.resume(DocumentFile.open(file, inputs.columns()));
    } catch (SourceFormatException e) {
      return 0;
    }
  }
}
