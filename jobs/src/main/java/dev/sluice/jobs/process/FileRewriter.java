package dev.sluice.jobs.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.work.WorkerPool;
import dev.sluice.jobs.documents.DocumentColumns;
import dev.sluice.jobs.documents.DocumentFile;
import dev.sluice.jobs.documents.DocumentPipeline;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.process.PieceTrace.TraceCounts;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.OutputDirectory;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.page.SourceFormatException;
import dev.sluice.storage.text.TextFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rewrites files. It applies work to their rows, writes the resulting rows to files with the names
 * of the input files, and resumes interrupted invocations. The output depends only on the work and
 * the input. Used by one thread; locks the output while open.
 */
public final class FileRewriter implements Closeable {
  private final RewritePlan plan;
  private final ProcessMemory memory;
  private final ProcessDirectory directory;
  private final ProcessJournal journal;
  private volatile TraceCounts traced;

  private FileRewriter(RewritePlan plan, ProcessMemory memory, ProcessDirectory directory)
      throws IOException {
    this.plan = plan;
    this.memory = memory;
    this.directory = directory;
    this.journal =
        new ProcessJournal(
            directory.journal(), ProcessJournal.Position.begin(plan.trace(), plan.operators()));
    this.traced = journal.next().traced();
  }

  /**
   * Returns the report of an earlier invocation, if that invocation has finished. Also deletes
   * temporary files that it has left.
   *
   * @throws JobRefusedException if the earlier invocation did something else
   */
  public static Optional<JsonNode> finished(RewritePlan plan) throws IOException {
    Optional<JsonNode> report =
        OutputDirectory.finished(plan.output(), plan.place().report(), "result", plan.arguments());
    if (report.isPresent()) {
      plan.place().clear();
    }
    return report;
  }

  /**
   * Locks the output and starts or resumes.
   *
   * @throws JobRefusedException if another process holds the lock, or if the output is not writable
   *     or contains something else
   */
  public static FileRewriter open(RewritePlan plan, ProcessMemory memory) throws IOException {
    return open(plan, memory, ProcessDirectory.take(plan.place(), plan.beside()));
  }

  /** Locks an output that contains parts, and starts or resumes the remaining work. */
  public static FileRewriter openBesideParts(RewritePlan plan, ProcessMemory memory)
      throws IOException {
    return open(plan, memory, ProcessDirectory.takeBesideParts(plan.place(), plan.beside()));
  }

  /** Starts or resumes a part. */
  static FileRewriter open(RewritePlan plan, ProcessMemory memory, PartDirectory part)
      throws IOException {
    return open(plan, memory, ProcessDirectory.of(plan.place(), plan.beside(), part));
  }

  private static FileRewriter open(
      RewritePlan plan, ProcessMemory memory, ProcessDirectory directory) throws IOException {
    try {
      FileRewriter rewriting = new FileRewriter(plan, memory, directory);
      rewriting.begin();
      return rewriting;
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private void begin() throws IOException {
    plan.place().requireIncomplete();
    if (journal.asked().isPresent()) {
      OutputDirectory.requireSame(plan.output(), "result", journal.asked().get(), plan.arguments());
    } else {
      journal.begin(plan.arguments());
    }
  }

  /** Returns a directory for temporary files, which is deleted at the end. */
  public Path temporary() {
    return directory.work();
  }

  /** Returns lower bounds of how many additional lines of each kind exist so far. */
  TraceCounts traced() {
    return traced;
  }

  /**
   * Does the remaining work.
   *
   * @param files all files; must be the same in every invocation
   * @return the result of each file
   */
  public List<ProcessedFile> run(
      List<TextFile> files, DocumentWork<ProcessedPiece> work, JobProgress progress)
      throws IOException, InterruptedException {
    for (ProcessedFile file : journal.done()) {
      directory.publish(file.name());
    }
    try (WorkerPool workers = new WorkerPool(plan.name(), memory.threads());
        ProcessOutput output =
            new ProcessOutput(directory, journal, workers, memory, plan, now -> traced = now)) {
      List<TextFile> rest = files.subList(journal.done().size(), files.size());
      new DocumentPipeline<>(plan.columns(), workers, work, output, progress)
          .run(rest, rest.isEmpty() ? 0 : resume(rest.get(0), output));
      output.publish();
    }
    return List.copyOf(journal.done());
  }

  /**
   * Returns the row at which to resume; 0 for a file that cannot be opened, which is quarantined
   * later.
   */
  private long resume(TextFile file, ProcessOutput output) throws IOException {
    try {
      return output.resume(DocumentFile.open(file, plan.columns()));
    } catch (SourceFormatException e) {
      return 0;
    }
  }

  /**
   * Writes the report, which completes the job. It then deletes what is no longer needed, and
   * releases the lock.
   *
   * @return the report as written to the output
   */
  public JsonNode end(Map<String, Object> report) throws IOException {
    TemporaryFile.write(directory.report(), Json.write(Json.PLAIN.valueToTree(report)));
    journal.close();
    directory.end();
    return Json.read(directory.report(), JsonNode.class);
  }

  @Override
  public void close() throws IOException {
    try (directory) {
      journal.close();
    }
  }

  /**
   * The settings of a rewrite: what to write and where.
   *
   * @param name name of the job; the report is {@code OUT/_sluice/name.json}
   * @param beside path of the file of additional lines, relative to {@code OUT/_sluice}
   * @param output the directory
   * @param arguments everything that determines the result, as JSON values
   * @param columns the columns that hold the documents
   * @param operators the operators whose results are counted
   * @param trace maximum number of additional lines of each kind
   * @param level zstd level
   */
  public record RewritePlan(
      String name,
      String beside,
      Path output,
      Map<String, Object> arguments,
      DocumentColumns columns,
      int operators,
      int trace,
      int level) {
    /** Returns the layout of the output, with report and lock. */
    JobOutput place() {
      return new JobOutput(output, name);
    }
  }
}
