package dev.sluice.jobs.dedup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.core.XxHash64;
import dev.sluice.jobs.process.FileRewriter;
import dev.sluice.jobs.process.FileRewriter.RewritePlan;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.process.ProcessedFile;
import dev.sluice.jobs.process.RewriteInputs;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobOutcome;
import dev.sluice.jobs.text.JobOutput;
import dev.sluice.jobs.text.JobPart;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JobUndecidedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.jobs.text.PartDirectory;
import dev.sluice.jobs.text.PartTerms;
import dev.sluice.jobs.text.PartTerms.PartTask;
import dev.sluice.neardup.SignatureFooter.Counts;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.publish.Publication;
import dev.sluice.storage.table.TableFormat;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Removes near-duplicates in two passes. The first pass signs all documents and lets the matcher
 * decide them. The second pass writes the files without the removed documents. The output depends
 * only on request and input.
 *
 * <p>If the job is divided into parts, each part signs the documents of its files. The join does
 * the rest, with their signatures in place of the first reading.
 */
public final class NearDuplicateJob {
  private static final String NAME = "dedup";
  private static final String MEMBERS = NAME + "/members";
  private static final String EVIDENCE = "clusters.parquet";
  private static final String PUBLISHING = "publishing";

  /** A share of a directory's documents that deserves a look if they are lost. */
  private static final double USUAL_LOSS = 0.3;

  /** Fewer lost documents deserve none. */
  private static final int FEW = 100;

  private final NearDuplicateRequest request;
  private final RewriteInputs inputs;
  private final RewritePlan plan;
  private final long noteBytes;
  private final JobProgress progress;
  private final List<FileTime> times;

  private NearDuplicateJob(NearDuplicateRequest request, JobProgress progress, long noteBytes)
      throws IOException {
    this.request = request;
    this.inputs = RewriteInputs.find(request.inputs(), request.output());
    this.plan =
        new RewritePlan(
            NAME,
            MEMBERS,
            request.output(),
            request.arguments(inputs.marked()),
            request.documentColumns(),
            1,
            0,
            TableFormat.LEVEL);
    this.noteBytes = noteBytes;
    this.progress = progress;
    this.times = times(inputs.files());
  }

  /**
   * Divides the heap. Called only if there is work to do, so that a finished part is not refused
   * for lack of memory.
   */
  private ProcessMemory memory() {
    return ProcessMemory.ofRows(
            request.heapBytes(),
            request.threads(),
            request.columns(),
            request.method().documentFactor())
        .noting(noteBytes);
  }

  /**
   * Runs the job or resumes an earlier invocation.
   *
   * @throws JobRefusedException if the request is not possible
   * @throws JobUndecidedException if the guard stops the job before anything is written
   * @throws IOException if reading or writing fails; the same call resumes
   * @throws InterruptedException if this thread is interrupted; the same call resumes
   */
  public static JobOutcome run(NearDuplicateRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    return run(request, progress, Long.MAX_VALUE);
  }

  /** Runs the job, with a checkpoint at least every {@code noteBytes}. */
  public static JobOutcome run(NearDuplicateRequest request, JobProgress progress, long noteBytes)
      throws IOException, InterruptedException {
    NearDuplicateJob job = new NearDuplicateJob(request, progress, noteBytes);
    ProcessMemory memory = job.memory();
    Optional<JsonNode> finished = FileRewriter.finished(job.plan);
    if (finished.isPresent()) {
      if (request.temporary().isPresent()) {
        JobDirectory.clear(job.ownTemporary());
      }
      return new JobOutcome(finished.get(), true);
    }
    job.inputs.check(job.plan.columns());
    try (FileRewriter rewriting = FileRewriter.open(job.plan, memory)) {
      return job.run(rewriting, memory, Optional.empty());
    }
  }

  /**
   * Runs a part of the job from its beginning. It signs the documents of its files.
   *
   * @return with what the part has read, or with the report of the whole job if its parts have been
   *     joined
   * @throws JobRefusedException if the request is not possible
   * @throws InterruptedException if this thread is interrupted
   */
  public static JobOutcome run(NearDuplicateRequest request, PartTask task, JobProgress progress)
      throws IOException, InterruptedException {
    NearDuplicateJob job = new NearDuplicateJob(request, progress, Long.MAX_VALUE);
    Optional<JsonNode> joined = FileRewriter.finished(job.plan);
    return joined.isPresent() ? new JobOutcome(joined.get(), true) : job.part(task);
  }

  private JobOutcome part(PartTask task) throws IOException, InterruptedException {
    return PartDirectory.once(
        request.output(),
        PartTerms.of(NAME, task, plan.arguments()),
        task.part(),
        result -> new JobOutcome(result, true),
        () -> {
          inputs.check(plan.columns());
          List<TextFile> share = task.part().share(inputs.files());
          PieceSigner signer = new PieceSigner(request, inputs.files());
          ProcessMemory memory = memory();
          return part ->
              new JobOutcome(SignedParts.sign(share, signer, memory, part, progress), false);
        });
  }

  /**
   * Joins the parts of an output. The output is then as if one invocation had written it.
   *
   * @param request what the parts were asked to do
   * @param version of the program
   * @throws JobRefusedException if a part is missing, differs or is still running
   * @throws JobUndecidedException if the guard stops the job before anything is written
   * @throws IOException if reading or writing fails; the same call resumes
   * @throws InterruptedException if this thread is interrupted; the same call resumes
   */
  public static JobOutcome join(NearDuplicateRequest request, String version, JobProgress progress)
      throws IOException, InterruptedException {
    return join(request, version, progress, Long.MAX_VALUE);
  }

  /** Joins the parts, with a checkpoint at least every {@code noteBytes}. */
  static JobOutcome join(
      NearDuplicateRequest request, String version, JobProgress progress, long noteBytes)
      throws IOException, InterruptedException {
    NearDuplicateJob job = new NearDuplicateJob(request, progress, noteBytes);
    return JoinedParts.once(
        request.output(),
        NAME,
        version,
        Optional.empty(),
        () -> FileRewriter.finished(job.plan).map(report -> new JobOutcome(report, true)),
        parts -> job.join(parts, version));
  }

  /** Does or resumes the work that remains after parts have signed all documents. */
  private JobOutcome join(JoinedParts parts, String version)
      throws IOException, InterruptedException {
    PartTerms terms = parts.terms();
    PartTask task = new PartTask(new JobPart(1, terms.parts()), version, terms.command());
    terms.requireSame(PartTerms.of(NAME, task, plan.arguments()), request.output());
    ProcessMemory memory = memory();
    try (FileRewriter rewriting = FileRewriter.openBesideParts(plan, memory)) {
      return run(rewriting, memory, Optional.of(new SignedParts(parts)));
    }
  }

  private JobOutcome run(FileRewriter rewriting, ProcessMemory memory, Optional<SignedParts> parts)
      throws IOException, InterruptedException {
    progress.plan(phases(parts.isPresent()));
    try (JobDirectory directory = JobDirectory.take(temporary(rewriting))) {
      DuplicateFinder finder =
          new DuplicateFinder(
              directory, request, plan.arguments(), inputs.files(), memory, parts, progress);
      Publication publication = new Publication(rewriting.temporary().resolve(PUBLISHING));
      Path evidence = JobOutput.own(request.output()).resolve(EVIDENCE);
      Duplicates duplicates = finder.find(publication, evidence);
      requireUnchanged();
      duplicates.directories().forEach((group, counts) -> checkGuard(group, counts, evidence));
      List<ProcessedFile> written = write(rewriting, duplicates, finder.reading());
      JsonNode report =
          rewriting.end(
              NearDuplicateReport.of(
                  plan.arguments(),
                  written,
                  inputs.leftOut(),
                  duplicates,
                  request.method().ofParts()));
      if (request.temporary().isPresent()) {
        directory.delete();
      }
      return new JobOutcome(report, false);
    }
  }

  private List<JobPhase> phases(boolean ofParts) {
    List<JobPhase> phases = new ArrayList<>();
    if (!ofParts) {
      phases.add(JobPhase.READING);
    }
    if (ofParts || request.keep() != Keep.FIRST) {
      phases.add(DuplicateFinder.DECIDING);
    }
    phases.add(JobPhase.WRITING);
    return phases;
  }

  /** Looks whether a group loses too many documents that are no copies. */
  private void checkGuard(String group, Counts counts, Path evidence) {
    if (counts.contained() <= FEW
        || counts.containedShare() <= Math.min(request.guard(), USUAL_LOSS)) {
      return;
    }
    String what =
        String.format(
            Locale.ROOT,
            "%s: %,d of %,d documents (%.1f %%) are not copies, but are nearly contained in others;"
                + " %s lists them with the kept documents",
            group,
            counts.contained(),
            counts.documents(),
            100 * counts.containedShare(),
            evidence);
    if (counts.containedShare() > request.guard()) {
      throw new JobUndecidedException(
          what + ". To remove them, run the command again with --guard 1");
    }
    progress.warn(what);
  }

  private Path temporary(FileRewriter rewriting) {
    return request.temporary().isPresent()
        ? ownTemporary()
        : rewriting.temporary().resolve("spill");
  }

  /** The directory for temporary files, at a path that the same command finds again. */
  private Path ownTemporary() {
    byte[] output = request.output().toAbsolutePath().normalize().toString().getBytes(UTF_8);
    String name = HexFormat.of().toHexDigits(XxHash64.hash(output, 0, output.length, 0));
    return request.temporary().orElseThrow().resolve("sluice-dedup-" + name);
  }

  private List<ProcessedFile> write(
      FileRewriter rewriting, Duplicates duplicates, ReadPosition reading)
      throws IOException, InterruptedException {
    try (DuplicateRemover work = new DuplicateRemover(duplicates, request.method().unit())) {
      List<ProcessedFile> written =
          rewriting.run(
              inputs.files(), work, position -> progress.reached(position.in(JobPhase.WRITING)));
      for (int i = 0; i < written.size(); i++) {
        requireRows(written.get(i), reading.ended().get(i).rows());
      }
      requireUnchanged();
      return written;
    }
  }

  private static void requireRows(ProcessedFile file, long before) {
    if (file.counts().read() != before) {
      throw new JobFailedException(
          "%s had %,d rows when it was first read, but %,d when it was read again: delete the output and start over, and do not change the files of the input meanwhile"
              .formatted(file.name(), before, file.counts().read()));
    }
  }

  /**
   * Decisions are by row number, so in a file that has changed they would remove other texts.
   * Within a process, the modification time shows a change anywhere in the file.
   */
  private void requireUnchanged() throws IOException {
    List<MarkedFile> now = MarkedFile.of(inputs.files());
    List<FileTime> timesNow = times(inputs.files());
    for (int i = 0; i < now.size(); i++) {
      if (!now.get(i).equals(inputs.marked().get(i)) || !timesNow.get(i).equals(times.get(i))) {
        throw new JobFailedException(
            "%s has changed since it was first read: delete the output and start over, and do not change the files of the input meanwhile"
                .formatted(now.get(i).name()));
      }
    }
  }

  /** Modification times of local files; objects have versions, and other paths do not change. */
  private static List<FileTime> times(List<TextFile> files) throws IOException {
    List<FileTime> times = new ArrayList<>();
    for (TextFile file : files) {
      boolean tells =
          SourceFile.isLocal(file.path()) && SourcePath.problemOf(file.path()).isEmpty();
      times.add(tells ? Files.getLastModifiedTime(file.path()) : FileTime.fromMillis(0));
    }
    return times;
  }
}
