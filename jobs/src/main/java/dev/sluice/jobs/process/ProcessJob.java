package dev.sluice.jobs.process;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.documents.DocumentScorers;
import dev.sluice.jobs.process.FileRewriter.RewritePlan;
import dev.sluice.jobs.process.PieceTrace.TraceCounts;
import dev.sluice.jobs.process.ProcessMemory.DocumentRoom;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartDirectory.FinishedPart;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.jobs.text.TemporaryFile;
import dev.sluice.storage.output.Json;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Applies operators to the documents of files. Writes the same files, with all columns and in the
 * same order, but without the dropped rows. The output depends only on the operators and the input.
 *
 * <p>If the job is divided into parts, each part writes the files of its share under their final
 * names, and the join merges the additional files of the parts.
 */
public final class ProcessJob {
  private static final String NAME = "process";
  private static final String TRACE = "trace.jsonl";
  private static final String REJECTS = "rejects.jsonl";
  private static final Set<String> BESIDE_FILES = Set.of(REJECTS, TRACE);

  private final ProcessRequest request;
  private final RewriteInputs inputs;
  private final RewritePlan plan;
  private final long noteBytes;
  private final JobProgress progress;

  private ProcessJob(ProcessRequest request, JobProgress progress, long noteBytes)
      throws IOException {
    this.request = request;
    this.inputs = RewriteInputs.find(request.inputs(), request.output());
    this.plan = plan(request, inputs);
    this.noteBytes = noteBytes;
    this.progress = progress;
  }

  /** Divides the heap. A finished part needs no memory, so it is not refused for lack of memory. */
  private ProcessMemory memory() {
    return ProcessMemory.of(request.heapBytes(), request.threads(), request.columns())
        .noting(noteBytes);
  }

  /**
   * Runs the job or resumes an earlier invocation.
   *
   * @throws JobRefusedException if the request is not possible
   * @throws IOException if reading or writing fails; the same call resumes
   * @throws InterruptedException if this thread is interrupted; the same call resumes
   */
  public static JobOutcome run(ProcessRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    return run(request, progress, Long.MAX_VALUE);
  }

  /** Runs the job with a checkpoint at least every {@code noteBytes}. */
  static JobOutcome run(ProcessRequest request, JobProgress progress, long noteBytes)
      throws IOException, InterruptedException {
    ProcessJob job = new ProcessJob(request, progress, noteBytes);
    ProcessMemory memory = job.memory();
    Optional<JsonNode> finished = FileRewriter.finished(job.plan);
    return finished.isPresent() ? new JobOutcome(finished.get(), true) : job.whole(memory);
  }

  /**
   * Runs a part of the job or resumes an earlier invocation.
   *
   * @return the report of the part, or of the whole job if its parts have been joined
   * @throws JobRefusedException if the request is not possible
   * @throws IOException if reading or writing fails; the same call resumes
   * @throws InterruptedException if this thread is interrupted; the same call resumes
   */
  public static JobOutcome run(ProcessRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    return run(request, task, progress, Long.MAX_VALUE);
  }

  /** Runs a part with a checkpoint at least every {@code noteBytes}. */
  static JobOutcome run(ProcessRequest request, PartTask task, JobProgress progress, long noteBytes)
      throws IOException, InterruptedException {
    ProcessJob job = new ProcessJob(request, progress, noteBytes);
    Optional<JsonNode> joined = FileRewriter.finished(job.plan);
    return joined.isPresent() ? new JobOutcome(joined.get(), true) : job.part(task);
  }

  private JobOutcome whole(ProcessMemory memory) throws IOException, InterruptedException {
    inputs.check(plan.columns());
    DocumentScorers scorers = DocumentScorers.open(request.scorers());
    try (FileRewriter rewriting = FileRewriter.open(plan, memory)) {
      List<ProcessedFile> files = rewrite(rewriting, scorers, memory, inputs.files());
      return new JobOutcome(rewriting.end(head().report(plan.arguments(), files)), false);
    }
  }

  private JobOutcome part(PartTask task) throws IOException, InterruptedException {
    PartTerms terms = PartTerms.of(NAME, task, plan.arguments());
    return PartDirectory.once(
        request.output(),
        terms,
        task.part(),
        result -> new JobOutcome(report(terms, List.of(PartResult.read(result))), true),
        () -> {
          inputs.check(plan.columns());
          ProcessMemory memory = memory();
          DocumentScorers scorers = DocumentScorers.open(request.scorers());
          List<TextFile> share = task.part().share(inputs.files());
          return part -> {
            try (FileRewriter rewriting = FileRewriter.open(plan, memory, part)) {
              List<ProcessedFile> files = rewrite(rewriting, scorers, memory, share);
              PartResult result = new PartResult(head(), files, beside(part));
              part.end(share, Json.PLAIN.valueToTree(result), BESIDE_FILES);
              return new JobOutcome(report(terms, List.of(result)), false);
            }
          };
        });
  }

  private List<ProcessedFile> rewrite(
      FileRewriter rewriting, DocumentScorers scorers, ProcessMemory memory, List<TextFile> files)
      throws IOException, InterruptedException {
    PieceWork work =
        new PieceWork(
            request.chain(),
            scorers,
            request.columns(),
            new DocumentRoom(memory.documentBytes()),
            rewriting::traced);
    return rewriting.run(files, DocumentWork.of(work), progress);
  }

  private ProcessReport head() {
    return ProcessReport.of(request, inputs.leftOut());
  }

  static RewritePlan plan(ProcessRequest request, RewriteInputs inputs) throws IOException {
    return new RewritePlan(
        NAME,
        TRACE,
        request.output(),
        request.arguments(inputs.marked()),
        request.allColumns(),
        request.chain().operators().size(),
        request.trace(),
        request.level());
  }

  /** Returns the sizes of the additional files, which the join merges, by name. */
  private static SortedMap<String, Long> beside(PartDirectory part) throws IOException {
    SortedMap<String, Long> sizes = new TreeMap<>();
    for (String name : BESIDE_FILES) {
      if (Files.exists(part.file(name))) {
        sizes.put(name, Files.size(part.file(name)));
      }
    }
    return sizes;
  }

  /**
   * The result of a part, stored for the join.
   *
   * @param head the head of the report
   * @param files the files of the part's share
   * @param beside sizes of the additional files, by name
   */
  private record PartResult(
      ProcessReport head, List<ProcessedFile> files, SortedMap<String, Long> beside) {
    static PartResult read(JsonNode result) throws IOException {
      return Json.PLAIN.treeToValue(result, PartResult.class);
    }
  }

  private static JsonNode report(PartTerms terms, List<PartResult> parts) {
    List<ProcessedFile> files = parts.stream().flatMap(part -> part.files().stream()).toList();
    return Json.PLAIN.valueToTree(parts.get(0).head().report(terms.arguments(), files));
  }

  /**
   * Joins the parts of an output. The result is the same as if one invocation had written it.
   *
   * @param asked the request that the parts must match; not checked if empty
   * @param version the version of the program
   * @throws JobRefusedException if a part is missing, differs or is still running
   */
  public static JobOutcome join(Path output, Optional<ProcessRequest> asked, String version)
      throws IOException, InterruptedException {
    Optional<RewritePlan> plan = Optional.empty();
    if (asked.isPresent()) {
      RewriteInputs inputs = RewriteInputs.find(asked.get().inputs(), output);
      plan = Optional.of(plan(asked.get(), inputs));
      FileRewriter.finished(plan.get());
    }
    Path file = new JobOutput(output, NAME).report();
    return JoinedParts.once(
        output,
        NAME,
        version,
        plan.map(RewritePlan::arguments),
        () -> Files.exists(file) ? Optional.of(outcome(file, true)) : Optional.empty(),
        parts -> {
          parts.requireWritten(part -> written(parts, part, output));
          writeBeside(parts, output.toAbsolutePath().normalize());
          List<PartResult> results = new ArrayList<>();
          for (FinishedPart part : parts.parts()) {
            results.add(PartResult.read(part.result()));
          }
          TemporaryFile.write(file, Json.write(report(parts.terms(), results)));
          return outcome(file, false);
        });
  }

  private static JobOutcome outcome(Path report, boolean finishedBefore) throws IOException {
    return new JobOutcome(Json.read(report, JsonNode.class), finishedBefore);
  }

  private static Map<Path, Long> written(JoinedParts parts, FinishedPart part, Path output)
      throws IOException {
    Map<Path, Long> sizes = new LinkedHashMap<>();
    PartResult result = PartResult.read(part.result());
    for (ProcessedFile file : result.files()) {
      if (file.written()) {
        sizes.put(output.resolve(file.name()), file.outputBytes());
      }
    }
    result.beside().forEach((name, bytes) -> sizes.put(parts.file(part, name), bytes));
    return sizes;
  }

  private static void writeBeside(JoinedParts parts, Path output) throws IOException {
    int limit = parts.terms().arguments().path("trace").asInt();
    try (SideFile rejects = new SideFile(ProcessDirectory.rejects(output))) {
      rejects.cut(0);
      for (FinishedPart part : parts.parts()) {
        rejects.add(parts.file(part, REJECTS));
      }
      rejects.publish();
    }
    if (limit > 0) {
      Path target = ProcessDirectory.rejects(output).resolveSibling(TRACE);
      try (SideFile trace = new SideFile(target)) {
        trace.cut(0);
        TraceCounts counts = TraceCounts.none(limit);
        for (FinishedPart part : parts.parts()) {
          counts = trace.addFirst(parts.file(part, TRACE), counts);
        }
        trace.publish();
      }
    }
  }
}
