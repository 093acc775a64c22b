package dev.sluice.jobs.dedup;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.algorithms.neardup.XxHash64;
import dev.sluice.jobs.dedup.clusters.ClusterDecisions;
import dev.sluice.jobs.dedup.method.DuplicateMethod;
import dev.sluice.jobs.dedup.method.UnitRule;
import dev.sluice.jobs.dedup.spill.DamagedSpillException;
import dev.sluice.jobs.dedup.spill.Signatures;
import dev.sluice.jobs.dedup.stage.DedupMemory;
import dev.sluice.jobs.dedup.stage.DedupRequest;
import dev.sluice.jobs.dedup.stage.DedupStage;
import dev.sluice.jobs.dedup.stage.DocumentSpill;
import dev.sluice.jobs.documents.DocumentPipeline.DocumentWork;
import dev.sluice.jobs.process.FileRewriter;
import dev.sluice.jobs.process.FileRewriter.RewritePlan;
import dev.sluice.jobs.process.ProcessMemory;
import dev.sluice.jobs.process.ProcessedFile;
import dev.sluice.jobs.process.ProcessedPiece;
import dev.sluice.jobs.process.RewriteInputs;
import dev.sluice.jobs.text.DiskRoom;
import dev.sluice.jobs.text.JobDirectory;
import dev.sluice.jobs.text.JobFailedException;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.jobs.text.JoinedParts;
import dev.sluice.jobs.text.MarkedFile;
import dev.sluice.storage.page.SourceFile;
import dev.sluice.storage.page.SourcePath;
import dev.sluice.storage.text.TextFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Removes near-duplicates: a first pass signs all documents, then clusters and survivors are
 * determined, and a last pass writes the files without the removed documents. The output depends
 * only on the request's method and the input.
 */
public final class NearDuplicateJob {
  private static final String NAME = "dedup";
  private static final String MEMBERS = NAME + "/members";
  private static final String CLUSTERS = "clusters.parquet";
  private static final int TRIES = 3;

  private final NearDuplicateRequest request;
  private final RewriteInputs inputs;
  private final RewritePlan plan;
  private final ProcessMemory memory;
  private final Optional<UnitRule> units;
  private final JobProgress progress;
  private final DocumentPasses readings;
  private final Optional<JoinedParts> parts;
  private final List<MarkedFile> marked;
  private final List<FileTime> times;
  private List<Long> rows = List.of();

  /**
   * The result of an invocation.
   *
   * @param report as in the output
   * @param finishedBefore whether an earlier invocation had finished everything
   */
  public record Outcome(JsonNode report, boolean finishedBefore) {}

  private NearDuplicateJob(
      NearDuplicateRequest request,
      RewriteInputs inputs,
      RewritePlan plan,
      ProcessMemory memory,
      JobProgress progress,
      Optional<JoinedParts> parts)
      throws IOException {
    this.request = request;
    this.inputs = inputs;
    this.plan = plan;
    this.memory = memory;
    this.units = request.method().units();
    this.progress = progress;
    this.parts = parts;
    this.marked = inputs.marked();
    this.times = times(inputs.files());
    this.readings = new DocumentPasses(request, inputs.files(), plan.columns(), memory, progress);
  }

  /**
   * Runs the job or resumes an earlier invocation.
   *
   * @throws JobRefusedException if the request is not possible
   * @throws IOException if reading or writing fails; the same call resumes
   * @throws InterruptedException if this thread is interrupted; the same call resumes
   */
  public static Outcome run(NearDuplicateRequest request, JobProgress progress)
      throws IOException, InterruptedException {
    return run(request, progress, Long.MAX_VALUE);
  }

  /** Runs the job, with a checkpoint at least every {@code noteBytes}. */
  public static Outcome run(NearDuplicateRequest request, JobProgress progress, long noteBytes)
      throws IOException, InterruptedException {
    RewriteInputs inputs = RewriteInputs.find(request.inputs(), request.output());
    ProcessMemory memory = memory(request).noting(noteBytes);
    RewritePlan plan = plan(request, inputs);
    Optional<JsonNode> finished = FileRewriter.finished(plan);
    if (finished.isPresent()) {
      if (request.temporary().isPresent()) {
        JobDirectory.clear(temporary(request));
      }
      return new Outcome(finished.get(), true);
    }
    inputs.check(plan.columns());
    try (FileRewriter rewriting = FileRewriter.open(plan, memory)) {
      return new NearDuplicateJob(request, inputs, plan, memory, progress, Optional.empty())
          .run(rewriting);
    }
  }

  static ProcessMemory memory(NearDuplicateRequest request) {
    return ProcessMemory.ofRows(
        request.heapBytes(),
        request.threads(),
        request.columns(),
        request.method().documentFactor());
  }

  static RewritePlan plan(NearDuplicateRequest request, RewriteInputs inputs) throws IOException {
    return new RewritePlan(
        NAME,
        MEMBERS,
        request.output(),
        request.arguments(inputs.marked()),
        request.documentColumns(),
        1,
        request.method().units().isPresent() ? 0 : 1,
        request.level());
  }

  /** Does what is left after parts have signed all documents, or resumes it. */
  static Outcome join(
      NearDuplicateRequest request,
      RewriteInputs inputs,
      JoinedParts parts,
      JobProgress progress,
      long noteBytes)
      throws IOException, InterruptedException {
    RewritePlan plan = plan(request, inputs);
    ProcessMemory memory = memory(request).noting(noteBytes);
    try (FileRewriter rewriting = FileRewriter.openBesideParts(plan, memory)) {
      return new NearDuplicateJob(request, inputs, plan, memory, progress, Optional.of(parts))
          .run(rewriting);
    }
  }

  private Outcome run(FileRewriter rewriting) throws IOException, InterruptedException {
    progress.plan(DedupStage.phases(request.method().exactly().isPresent()));
    DedupMemory share = DedupMemory.of(request.heapBytes(), memory.threads());
    try (DedupStages stages =
        DedupStages.open(
            temporary(rewriting), wanted(), share, expected(), DiskRoom.real(), progress)) {
      List<ProcessedFile> written = write(stages, rewriting);
      boolean ofParts = units.isPresent();
      if (!ofParts) {
        Path members = rewriting.beside();
        ClusterRows.write(members, members.getParent().resolveSibling(CLUSTERS));
      }
      JsonNode report =
          rewriting.end(
              NearDuplicateReport.of(
                  plan.arguments(), written, inputs.leftOut(), stages.clusters(), ofParts));
      if (request.temporary().isPresent()) {
        stages.delete();
      }
      return new Outcome(report, false);
    }
  }

  private long expected() throws IOException {
    return new DocumentEstimate(inputs.files()).documents()
        * units.map(UnitRule::usualNumber).orElse(1);
  }

  private DedupRequest wanted() {
    DuplicateMethod method = request.method();
    return new DedupRequest(
        plan.arguments(),
        method.keys(),
        method.signatureBytes(),
        method.candidates(request.clustering()),
        method.check(request.clustering()),
        method
            .exactly()
            .map(rule -> OptionalDouble.of(rule.least()))
            .orElse(OptionalDouble.empty()),
        request.clustering(),
        request.survivor());
  }

  private Path temporary(FileRewriter rewriting) {
    return request.temporary().isPresent()
        ? temporary(request)
        : rewriting.temporary().resolve("spill");
  }

  /** The directory for temporary files, at a path that the same command finds again. */
  private static Path temporary(NearDuplicateRequest request) {
    byte[] output = request.output().toAbsolutePath().normalize().toString().getBytes(UTF_8);
    String name = HexFormat.of().toHexDigits(XxHash64.hash(output, 0, output.length, 0));
    return request.temporary().orElseThrow().resolve("sluice-dedup-" + name);
  }

  private List<ProcessedFile> write(DedupStages stages, FileRewriter rewriting)
      throws IOException, InterruptedException {
    try (ClusterDecisions decisions = decide(stages)) {
      requireUnchanged();
      RowNumbers numbers = new RowNumbers(inputs.files(), rows);
      List<ProcessedFile> written =
          units.isPresent()
              ? writeParts(stages, rewriting, numbers, decisions, units.get())
              : write(rewriting, new DocumentRemover(numbers, decisions));
      for (int i = 0; i < written.size(); i++) {
        ProcessedFile file = written.get(i);
        DocumentPasses.checkUnchanged(file.name(), rows.get(i), file.counts().read());
      }
      requireUnchanged();
      return written;
    } catch (DamagedSpillException e) {
      stages.goBack(e);
      throw e;
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
      if (!now.get(i).equals(marked.get(i)) || !timesNow.get(i).equals(times.get(i))) {
        throw new JobFailedException(
            "%s has changed since it was read first: delete the output and begin anew, with files that nobody changes"
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

  private List<ProcessedFile> writeParts(
      DedupStages stages,
      FileRewriter rewriting,
      RowNumbers numbers,
      ClusterDecisions decisions,
      UnitRule rule)
      throws IOException, InterruptedException {
    try (Signatures signatures = stages.signatures()) {
      RemovedUnits removed = new RemovedUnits(decisions, signatures);
      return write(rewriting, new UnitRemover(numbers, removed, rule));
    }
  }

  private List<ProcessedFile> write(FileRewriter rewriting, DocumentWork<ProcessedPiece> work)
      throws IOException, InterruptedException {
    return rewriting.run(
        inputs.files(), work, position -> progress.reached(position.in(JobPhase.WRITING)));
  }

  private void read(DedupStages stages) throws IOException, InterruptedException {
    if (parts.isEmpty()) {
      readings.first(stages);
      return;
    }
    try (DocumentSpill spill = stages.spill()) {
      SignedReplay.run(parts.get(), inputs.files(), request.method(), spill, memory, progress);
    }
  }

  private ClusterDecisions decide(DedupStages stages) throws IOException, InterruptedException {
    for (int damages = 1; ; damages++) {
      try {
        if (stages.stage() == DedupStage.READING) {
          read(stages);
        }
        rows = ReadPosition.of(stages.reading()).ended();
        return stages.decide(sets -> readings.gather(sets, rows));
      } catch (DamagedSpillException e) {
        if (damages == TRIES || stages.stage() != DedupStage.READING) {
          throw e;
        }
      }
    }
  }
}
